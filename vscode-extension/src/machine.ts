import { execFile } from "node:child_process";
import { access, constants, stat } from "node:fs/promises";
import { homedir } from "node:os";
import type { Machine } from "./binary";

/** The machine that the extension runs on. */
export const machine: Machine = {
  platform: process.platform,
  home: homedir(),
  env: process.env,
  async executable(file) {
    try {
      await access(file, constants.X_OK);
      return (await stat(file)).isFile();
    } catch {
      return false;
    }
  },
};

/** Whether the extension runs as root. */
export const isRoot = process.getuid?.() === 0;

/**
 * What the program prints on standard output, given up after ten seconds.
 * Rejects when it cannot be started or ends with another status than 0.
 */
export function output(file: string, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { env: { ...process.env, ...env }, timeout: 10_000, maxBuffer: 4 << 20 }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        const last = stderr.trim().split("\n").at(-1);
        reject(new Error(last === undefined || last === "" ? error.message : last));
      }
    });
  });
}
