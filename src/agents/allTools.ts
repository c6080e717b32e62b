import type { Tool } from "./tool";
import { checkpointBlame } from "./tools/checkpointBlame";
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
import { checkpointVerdict } from "./tools/checkpointVerdict";
import { threadEdit } from "./tools/threadEdit";
import { threadList } from "./tools/threadList";
import { threadRecord } from "./tools/threadRecord";

/**
 * Every tool, in the order agents see them. To add one, write a file in tools/ and list it
 * here.
 */
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
  checkpointBlame,
  checkpointVerdict,
  threadRecord,
  threadList,
  threadEdit,
] as unknown as readonly Tool[];
