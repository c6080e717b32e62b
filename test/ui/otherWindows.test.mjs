// As in oneWindow.test.mjs: histories in trouble, another language, the chat.
import { agentScenes } from "./agent.mjs";
import { chatScenes } from "./chat.mjs";
import { healthScenes } from "./health.mjs";
import { pseudoLocaleScenes } from "./pseudoLocale.mjs";
import { playScenes } from "./stage.mjs";

playScenes([healthScenes, pseudoLocaleScenes, chatScenes, agentScenes]);
