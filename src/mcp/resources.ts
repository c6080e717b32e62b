import {
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { isBinary } from "../engine/model/binary";
import { titleOf } from "../engine/model/checkpoint";
import { CheckpointError } from "../engine/model/errors";
import { errorText } from "../agents/errorText";
import { detailValue } from "../agents/tools/outputs";
import { checkpointLine, oneLine } from "../agents/tools/texts";
import type { EngineClient } from "../worker/client";
import type { Folder } from "./folder";

const LISTED = 50;
const MOST_PATHS = 500;
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Offers checkpoints, and files as they were at one, as resources:
 * `checkpoint://checkpoints/12` and `checkpoint://checkpoints/12/files/src/a.ts`.
 */
export function registerResources(server: McpServer, folder: Folder): void {
  const complete = { ref: (text: string) => completeNumbers(folder, text) };

  server.registerResource(
    "checkpoint",
    new ResourceTemplate("checkpoint://checkpoints/{ref}", {
      list: () => listCheckpoints(folder),
      complete,
    }),
    {
      title: "A checkpoint",
      description: `One checkpoint as JSON: its name, author, time and the files it changed, ${MOST_PATHS} at most.`,
      mimeType: "application/json",
    },
    (uri, { ref }) =>
      answering(folder, async (engine) => {
        const checkpoint = detailValue(
          await engine.get(decode(ref)),
          MOST_PATHS,
        );
        const text = JSON.stringify(checkpoint, null, 2);
        const mimeType = "application/json";
        return { contents: [{ uri: uri.href, mimeType, text }] };
      }),
  );

  server.registerResource(
    "file-at-checkpoint",
    new ResourceTemplate("checkpoint://checkpoints/{ref}/files/{+path}", {
      list: undefined,
      complete,
    }),
    {
      title: "A file at a checkpoint",
      description: "A file of the workspace, byte for byte as it was then.",
    },
    (uri, { ref, path }) =>
      answering(folder, async (engine) => {
        const bytes = await engine.read(decode(ref), decode(path));
        if (bytes.length > MOST_BYTES)
          throw new CheckpointError(
            "bad-input",
            "This file is too large to be sent.",
            { hint: "Restore it, or print it with “checkpoint cat”." },
          );
        const buffer = Buffer.from(bytes);
        return {
          contents: [
            isBinary(bytes)
              ? {
                  uri: uri.href,
                  mimeType: "application/octet-stream",
                  blob: buffer.toString("base64"),
                }
              : {
                  uri: uri.href,
                  mimeType: "text/plain",
                  text: buffer.toString("utf8"),
                },
          ],
        };
      }),
  );
}

async function listCheckpoints(folder: Folder) {
  return answering(folder, async (engine) => {
    const { checkpoints } = await engine.list({ limit: LISTED });
    return {
      resources: checkpoints.map((checkpoint) => ({
        uri: `checkpoint://checkpoints/${checkpoint.number}`,
        name: `#${checkpoint.number} ${oneLine(titleOf(checkpoint), 80)}`,
        description: checkpointLine(checkpoint),
        mimeType: "application/json",
      })),
    };
  });
}

export async function completeNumbers(
  folder: Folder,
  text: string,
): Promise<string[]> {
  const { checkpoints } = await folder.use((engine) =>
    engine.list({ limit: 200 }),
  );
  return checkpoints
    .map(({ number }) => String(number))
    .filter((number) => number.startsWith(text))
    .slice(0, 100);
}

/** Protocol errors carry one text: ours says what to do. */
async function answering<T extends ReadResourceResult | object>(
  folder: Folder,
  work: (engine: EngineClient) => Promise<T>,
): Promise<T> {
  try {
    return await folder.use(work);
  } catch (error) {
    throw new Error(errorText(error), { cause: error });
  }
}

/** Template variables come as they are written in the address. */
function decode(given: string | string[] | undefined): string {
  const text = Array.isArray(given) ? given.join("/") : (given ?? "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray “%” is part of the name, then.
  }
}
