// QR codes against those of another program (the npm package qrcode 1.5): every module of versions 1 to 8, all masks.
import { describe, expect, it } from "vitest";
import { qr, qrPath } from "../src/served/qr";
import golden from "./qr.golden.json";

describe("qr", () => {
  it.each(golden)("draws version $version with mask $mask", ({ text, mask, rows }) => {
    const made = qr(text, mask);
    expect(made?.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""))).toEqual(rows);
  });

  it("chooses a mask by itself", () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => JSON.stringify(qr("http://192.168.1.20:6161/join/x", mask)));
    expect(all).toContain(JSON.stringify(qr("http://192.168.1.20:6161/join/x")));
  });

  it("gives up on what does not fit", () => {
    expect(qr("x".repeat(400))).toBeNull();
  });

  it("becomes a path of dark modules", () => {
    expect(
      qrPath([
        [true, false],
        [false, true],
      ]),
    ).toBe("M0 0h1v1h-1zM1 1h1v1h-1z");
  });
});
