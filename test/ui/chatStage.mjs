import { Chat } from "../editor/chat.mjs";
import { modelName } from "./fakeModel.mjs";
import { files } from "./files.mjs";
import { openStage } from "./stage.mjs";

/** Opens a stage whose window has a chat, with the fixture's model chosen. */
export async function openChatStage() {
  const stage = await openStage({ files, withChat: true });
  const chat = new Chat(stage.window);
  await chat.open(modelName);
  return { stage, chat };
}
