import {
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/sdk/server/mcp.js";
import type { ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import { problem } from "../engine/model/errors";
import { isBinary } from "../engine/model/binary";
import { errorText } from "../agents/errorText";
import { detailValue } from "../agents/tools/outputs";
import { checkpointLine, oneLine } from "../agents/tools/texts";
import type { EngineClient } from "../worker/client";
import type { Folder } from "./folder";
import { checkpointTitle } from "../wording/kinds";
import { voice } from "../agents/voice";

const LISTED = 50;
const MOST_PATHS = 500;
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Registers checkpoints, and files at a checkpoint, as resources:
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
      reading(folder, async (engine) => {
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
      description: "A file of the workspace as it was then, byte for byte.",
    },
    (uri, { ref, path }) =>
      reading(folder, async (engine) => {
        const bytes = await engine.read(decode(ref), decode(path));
        if (bytes.length > MOST_BYTES) throw problem("too-large-to-send");
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
  const listed = await withErrorText(folder, async (engine) => {
    const { checkpoints } = await engine.list({ limit: LISTED });
    return {
      resources: checkpoints.map((checkpoint) => ({
        uri: `checkpoint://checkpoints/${checkpoint.number}`,
        name: `#${checkpoint.number} ${oneLine(checkpointTitle(checkpoint, voice), 80)}`,
        description: checkpointLine(checkpoint),
        mimeType: "application/json",
      })),
    };
  });
  return listed ?? { resources: [] };
}

export async function completeNumbers(
  folder: Folder,
  text: string,
): Promise<string[]> {
  const listed = await folder.read((engine) => engine.list({ limit: 200 }));
  return (listed?.checkpoints ?? [])
    .map(({ number }) => String(number))
    .filter((number) => number.startsWith(text))
    .slice(0, 100);
}

async function reading(
  folder: Folder,
  work: (engine: EngineClient) => Promise<ReadResourceResult>,
): Promise<ReadResourceResult> {
  const found = await withErrorText(folder, work);
  if (found) return found;
  throw new Error(errorText(problem("nothing-recorded-yet")));
}

/** Throws errors with their hint in the message, since a protocol error carries only one text. */
async function withErrorText<T extends ReadResourceResult | object>(
  folder: Folder,
  work: (engine: EngineClient) => Promise<T>,
): Promise<T | null> {
  try {
    return await folder.read(work);
  } catch (error) {
    throw new Error(errorText(error), { cause: error });
  }
}

/** Decodes a template variable, which the SDK passes as it appears in the URI. */
function decode(given: string | string[] | undefined): string {
  const text = Array.isArray(given) ? given.join("/") : (given ?? "");
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray “%”, taken literally
  }
}
