// The calls about tournaments, and their refusals in words.
import { Denied, json } from "../http";
import { has, t } from "../i18n";
import { faultText, facts } from "../refusals";
import type {
  EnterTournament,
  MyTournaments,
  NewTournament,
  RuleGame,
  TournamentInfo,
  TournamentNews,
} from "../wire.gen";

type News = Promise<TournamentNews>;

const of = encodeURIComponent;

export const tournaments = (): Promise<MyTournaments> => json("GET", "/api/tournaments");
export const found = (body: NewTournament): News => json("POST", "/api/tournaments", body);
export const news = (id: string, seen: number): News => json("GET", `/api/tournaments/${of(id)}?seen=${seen}`);
export const enter = (id: string, body: EnterTournament): News =>
  json("POST", `/api/tournaments/${of(id)}/entrants`, body);
export const withdraw = (id: string, who: number): News => json("DELETE", `/api/tournaments/${of(id)}/entrants/${who}`);
export const startRound = (id: string): News => json("POST", `/api/tournaments/${of(id)}/rounds`);
export const takeOver = (id: string, name: string, key: string): News =>
  json("POST", `/api/tournaments/${of(id)}/organisers`, { name, key });
export const stepDown = (id: string): News => json("DELETE", `/api/tournaments/${of(id)}/organisers`);
export const end = (id: string): News => json("POST", `/api/tournaments/${of(id)}/end`);
export const rule = (id: string, round: number, game: number, body: RuleGame): News =>
  json("PUT", `/api/tournaments/${of(id)}/rounds/${round}/games/${game}`, body);

/** Does a step of a tournament, and shows what came of it. */
export type Act = (work: () => News) => Promise<boolean>;

/** What somebody is called, by the number. */
export function nameOf(info: TournamentInfo, number: number): string {
  return info.entrants?.[number - 1]?.name || t("tournament.unnamed");
}

/** Half points as people write them. */
export const halves = (count: number): string =>
  `${count > 1 ? Math.floor(count / 2) : count === 1 ? "" : 0}${count % 2 ? "½" : ""}`;

/** Why it did not work, in words. */
export function tournamentFault(error: unknown): string {
  if (!(error instanceof Denied) || !error.refusal.code.startsWith("tournament/")) return faultText(error);
  const key = `tournament.no.${error.refusal.code.slice("tournament/".length)}`;
  return has(key) ? t(key, facts(error.refusal.facts ?? {})) : faultText(error);
}
