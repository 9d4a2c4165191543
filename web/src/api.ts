// The calls of the page to the server, each by its name; http.ts says how they fail.
import { ask, json } from "./http";
import type {
  Bots, DeviceCode, Figures, Invitation, Join, LobbyCode, Made, Me, MyGames, MyTables, NewTable, Proof, TableInfo,
} from "./wire.gen"; // prettier-ignore

const part = encodeURIComponent;

export const makeTable = (table: NewTable): Promise<Made> => json("POST", "/api/tables", table);
export const myTables = (): Promise<MyTables> => json("GET", "/api/tables");
export const myGames = (question: string): Promise<MyGames> => json("GET", `/api/games?${question}`);
export const myFigures = (): Promise<Figures> => json("GET", "/api/games/figures");
export const tableInfo = (table: string): Promise<TableInfo> => json("GET", `/api/tables/${part(table)}`);
export const invitation = (invite: string): Promise<Invitation> => json("GET", `/api/invites/${part(invite)}`);
export const join = (invite: string, body: Join): Promise<Made> => json("POST", `/api/invites/${part(invite)}`, body);
export const lobbyCode = (table: string): Promise<LobbyCode> => json("POST", `/api/tables/${part(table)}/code`, {});
export const proof = (table: string): Promise<Proof> => json("GET", `/api/tables/${part(table)}/proof`);
export const bots = (): Promise<Bots> => json("GET", "/api/bots");
export const me = (): Promise<Me> => json("GET", "/api/me");
export const rename = (name: string): Promise<Me> => json("PUT", "/api/me", { name });
export const deviceCode = (): Promise<DeviceCode> => json("POST", "/api/me/device", {});
export const useCode = (code: string): Promise<Me> => json("POST", "/api/device", { code });
export const record = async (table: string): Promise<string> =>
  (await ask("GET", `/api/tables/${part(table)}/record`)).text();
export const exportMe = async (): Promise<string> => (await ask("GET", "/api/me/export")).text();
export const eraseMe = async (): Promise<void> => {
  await ask("DELETE", "/api/me");
};
