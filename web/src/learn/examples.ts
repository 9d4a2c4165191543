// The worked examples of the rule books as facts, in notation: who laid what, and the points that were counted for it.
// They are the same as spec/examples, which the rules themselves are tested against (tests/examples.test.ts).

export interface TileTurn {
  readonly name: string;
  readonly play: string;
  readonly points: number;
  /** The scoring lines: the letter of what they share, and their length. */
  readonly lines: readonly string[];
}

export const GAME: readonly TileTurn[] = [
  { name: "Anna", play: "0,0:Rc 1,0:Rd 2,0:Ro", points: 3, lines: ["R3"] },
  { name: "Chris", play: "3,0:Rs 3,1:Bs 3,2:Os", points: 7, lines: ["R4", "s3"] },
  { name: "Marie", play: "2,1:Bo", points: 4, lines: ["B2", "o2"] },
  { name: "David", play: "0,-1:Gc 1,-1:Gd", points: 6, lines: ["d2", "c2", "G2"] },
  { name: "Anna", play: "-1,-1:Gt 2,-1:Go", points: 7, lines: ["G4", "o3"] },
  { name: "Chris", play: "3,3:Ys 4,3:Rs", points: 6, lines: ["s4", "s2"] },
  { name: "Marie", play: "-1,-3:Ot -1,-2:Yt", points: 3, lines: ["t3"] },
  { name: "David", play: "0,-3:Oo 1,-3:Od", points: 3, lines: ["O3"] },
  { name: "Anna", play: "1,-2:Yd 2,-2:Yo", points: 10, lines: ["o4", "d4", "Y2"] },
  { name: "Chris", play: "-1,0:Rt", points: 9, lines: ["R5", "t4"] },
  { name: "Marie", play: "4,-1:Ox 4,0:Rx 4,1:Bx", points: 18, lines: ["R6", "B3", "x3"] },
  { name: "David", play: "3,4:Gs 4,4:Os", points: 9, lines: ["s5", "s2", "s2"] },
];

export const SCORING: readonly TileTurn[] = [
  { name: "", play: "-2,0:Rd -1,0:Od 0,0:Bd", points: 3, lines: ["d3"] },
  { name: "", play: "0,-2:Bs 0,-1:Bt", points: 3, lines: ["B3"] },
  { name: "", play: "-2,-3:Ro -1,-3:Oo 0,-3:Bo", points: 7, lines: ["B4", "o3"] },
  { name: "", play: "-5,-3:Yo -4,-3:Go -3,-3:Po", points: 12, lines: ["o6"] },
];

export interface CardTurn {
  readonly name: string;
  readonly before: readonly string[];
  readonly hand: string;
  readonly played: string;
  readonly after: readonly string[];
  readonly taken: readonly string[];
}

export const TURNS: readonly CardTurn[] = [
  {
    name: "Yasmin",
    before: ["BoBsBx", "RsGsBs", "PoPsPcPt", "YoYdYcYt"],
    hand: "RdRcOoOxGdBsBdBtPx",
    played: "RdGdBdBt",
    after: ["BoBsBtBx", "RsGsBs", "PoPsPcPt", "YoYdYcYt", "RdGdBd"],
    taken: [],
  },
  {
    name: "Mario",
    before: ["BoBsBtBx", "RsGsBs", "PoPsPcPt", "YoYdYcYt", "RdGdBd"],
    hand: "RoRxOcOtYoYxGoGtPc",
    played: "GoGt",
    after: ["BoBsBtBx", "RsBsPs", "PoPcPt", "YoYdYcYt", "RdGdBd", "GoGsGt"],
    taken: [],
  },
  {
    name: "Sabine",
    before: ["BoBsBtBx", "RsBsPs", "PoPcPt", "YoYdYcYt", "RdGdBd", "GoGsGt"],
    hand: "RoRtOsOdYxGcGxBcPd",
    played: "OdPd",
    after: ["BoBsBtBx", "RsBsPs", "PoPcPt", "YoYcYt", "GoGsGt"],
    taken: ["RdOdYdGdBdPd"],
  },
];
