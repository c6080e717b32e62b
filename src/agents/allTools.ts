import type { Tool } from "./tool";
import { checkpointCreate } from "./tools/checkpointCreate";
import { checkpointDelete } from "./tools/checkpointDelete";
import { checkpointDiff } from "./tools/checkpointDiff";
import { checkpointGet } from "./tools/checkpointGet";
import { checkpointList } from "./tools/checkpointList";
import { checkpointPlanRestore } from "./tools/checkpointPlanRestore";
import { checkpointRestore } from "./tools/checkpointRestore";
import { checkpointRevert } from "./tools/checkpointRevert";
import { checkpointSearch } from "./tools/checkpointSearch";
import { checkpointUndo } from "./tools/checkpointUndo";
import { threadEdit } from "./tools/threadEdit";
import { threadList } from "./tools/threadList";
import { threadRecord } from "./tools/threadRecord";

/** Every tool, in the order agents see them. To add one: a file in tools/ and a line here. */
export const allTools = [
  checkpointCreate,
  checkpointList,
  checkpointGet,
  checkpointDiff,
  checkpointPlanRestore,
  checkpointRestore,
  checkpointUndo,
  checkpointRevert,
  checkpointDelete,
  checkpointSearch,
  threadRecord,
  threadList,
  threadEdit,
] as unknown as readonly Tool[];
