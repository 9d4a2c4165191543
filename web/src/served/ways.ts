// The calls about being told.
import { json } from "../http";
import type { ChannelInfo, ChannelWish, NewChannel, Notices, OpenedChannel } from "../wire.gen";

export const ways = (): Promise<Notices> => json("GET", "/api/notices");
export const openWay = (way: NewChannel): Promise<OpenedChannel> => json("POST", "/api/notices", way);
export const changeWay = (id: string, wish: ChannelWish): Promise<ChannelInfo> =>
  json("PUT", `/api/notices/${encodeURIComponent(id)}`, wish);
export const closeWay = (id: string): Promise<Notices> => json("DELETE", `/api/notices/${encodeURIComponent(id)}`);
export const proveWay = (id: string, code: string): Promise<ChannelInfo> =>
  json("POST", `/api/notices/${encodeURIComponent(id)}/code`, { code });
export const stopWay = (id: string, key: string): Promise<unknown> => json("POST", "/api/notices/stop", { id, key });
