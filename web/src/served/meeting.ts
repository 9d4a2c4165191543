// The calls about meeting people, and what is told of a table that anybody may join.
import { has, language, languageName, list, t } from "../i18n";
import { json } from "../http";
import { nameKey } from "../rulesets";
import type { Join, LobbyInfo, Made, OpenTable, SeekBody, Seeking } from "../wire.gen";

export const openTables = (): Promise<LobbyInfo> => json("GET", "/api/lobby");
export const sitDown = (table: string, body: Join): Promise<Made> =>
  json("POST", `/api/lobby/tables/${encodeURIComponent(table)}`, body);
export const seek = (body: SeekBody): Promise<Seeking> => json("POST", "/api/lobby/seek", body);
export const seeking = (): Promise<Seeking> => json("GET", "/api/lobby/seek");
export const stopSeeking = (): Promise<Seeking> => json("DELETE", "/api/lobby/seek");

/** Clocks that strangers agree on: seconds for a turn. */
export const CLOCKS = [30, 60, 120, 300, 86400] as const;

const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]] as const; // prettier-ignore

/** Seconds in the largest unit that says them exactly: "2 minutes". */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds > 0 && seconds % each === 0) ?? [1, "second"];
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** What one joins, apart from who sits there. */
export function terms(table: OpenTable): string[] {
  const bots = (table.bots ?? []).map((bot) => (has(`bot.${bot}`) ? t(`bot.${bot}`) : bot));
  return [
    t(nameKey(table.ruleset)),
    table.clock == null ? t("meet.noClock") : t("meet.turn", { time: duration(table.clock) }),
    ...(bots.length > 0 ? [t("meet.bots", { names: list(bots) })] : []),
    ...(table.language ? [languageName(table.language)] : []),
  ];
}
