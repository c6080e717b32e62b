import type { Event, Request } from "../protocol";
import { Panel } from "./panel";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const editor = acquireVsCodeApi();
const post = (request: Request) => editor.postMessage(request);
const root = document.getElementById("time-machine")!;
let panel: Panel | undefined;

// Only the extension can post here: the page is in a frame with an origin of its own.
addEventListener("message", ({ data }: MessageEvent<Event>) => {
  if (data.type === "begin") panel = new Panel(root, data.begin, post);
  else panel?.take(data);
});
post({ type: "ready" });
