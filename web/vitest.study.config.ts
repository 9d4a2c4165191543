// Studies take minutes and assert nothing: they print what docs/ says.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["tests/**/*.study.ts"], environment: "node", testTimeout: 3_600_000 },
});
