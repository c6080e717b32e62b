// The running VS Code and the browser that scenes share. The extension is packaged
// once per run.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { packageExtension } from "../editor/package.mjs";
import { startServer } from "../editor/server.mjs";
import { openDesk } from "../editor/workbench.mjs";
import { packFakeModel } from "./fakeModel.mjs";

/**
 * Automatic checkpoints are created soon, so that a test need not wait for them.
 */
const quick = {
  "checkpoint.auto.quietSeconds": 1,
  "checkpoint.auto.minIntervalSeconds": 1,
};
const withAi = { "chat.disableAIFeatures": false };

const temporary = (name) =>
  path.join(os.tmpdir(), `${name}-${process.pid}.vsix`);
const ownPackage = temporary("checkpoint-ui");
const fakeModel = temporary("checkpoint-fake-model");

/**
 * By whether there is a chat, which is separate so that the other window stays
 * quiet.
 */
const houses = new Map();

export function openHouse(withChat) {
  if (!houses.has(withChat)) houses.set(withChat, startHouse(withChat));
  return houses.get(withChat);
}

async function startHouse(withChat) {
  const own = await getPackage();
  const server = await startServer(
    withChat
      ? {
          extensionVsix: [own, await packFakeModel(fakeModel)],
          settings: { ...quick, ...withAi },
        }
      : { extensionVsix: own, settings: quick },
  );
  return { server, desk: await openDesk(server) };
}

export async function closeHouses() {
  for (const starting of houses.values()) {
    const open = await starting.catch(() => undefined);
    await open?.desk.close();
    await open?.server.stop();
  }
  for (const file of [ownPackage, fakeModel]) fs.rmSync(file, { force: true });
}

/** `CHECKPOINT_VSIX` names one that is already packaged. */
let packaging;
function getPackage() {
  const { CHECKPOINT_VSIX } = process.env;
  return (
    CHECKPOINT_VSIX ?? (packaging ??= packageExtension({ file: ownPackage }))
  );
}
