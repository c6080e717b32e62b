import type { StopStep } from "../../engine/api";
import type { Folders } from "../session/folders";
import { log } from "../log";
import type { TimelineFilter } from "../timeline/filter";
import type { Playhead } from "./playhead";
import type { Answer, Event, Question } from "./protocol";
import { countLines, stopFiles } from "./stopFiles";
import { overviewOf, stripOf } from "./stripData";

/** What answering a question needs. */
export interface Answering {
  folders: Pick<Folders, "all">;
  playhead: Playhead;
  filter: () => TimelineFilter;
  step: () => StopStep;
  post: (event: Event) => void;
}

/**
 * Answers the page's questions. The page asks one at a time; when it has lost interest in one, it
 * says so, and what is not done yet of that one is left out.
 */
export class Conversation {
  private readonly cancelled = new Set<number>();
  private readonly underWay = new Set<number>();

  constructor(private readonly answering: Answering) {}

  cancel(id: number): void {
    if (this.underWay.has(id)) this.cancelled.add(id);
  }

  async answer(id: number, question: Question): Promise<void> {
    this.underWay.add(id);
    let answer: Answer | null = null;
    try {
      answer = await this.answerTo(id, question);
    } catch (error) {
      // The folder's state says why; the page shows what it has.
      log.info(`The time machine could not be answered: ${String(error)}`);
    } finally {
      this.underWay.delete(id);
      this.cancelled.delete(id);
    }
    this.answering.post({ type: "answer", id, answer });
  }

  private async answerTo(
    id: number,
    question: Question,
  ): Promise<Answer | null> {
    const { folders, playhead, step, post } = this.answering;
    const filter = this.answering.filter();
    switch (question.type) {
      case "strip":
        return {
          type: "strip",
          strip: await stripOf(folders, filter, question),
        };
      case "overview": {
        const strip = await overviewOf(folders, filter, question.buckets);
        return { type: "overview", strip };
      }
      case "move": {
        const isCancelled = () => this.cancelled.has(id);
        const { move, isHeld } = question;
        const stop = await playhead.move(move, step(), filter, isCancelled);
        if (stop === undefined || isCancelled()) return null;
        post({ type: "stopped", id, stop });
        const files = await stopFiles(playhead, filter, isHeld);
        if (isCancelled()) return null;
        const isComplete =
          filter.path === undefined && files.total === files.files.length;
        await playhead.learnNames(files, isComplete);
        return { type: "move", stop, files };
      }
      case "lines":
        return {
          type: "lines",
          counted: await countLines(playhead, question.files),
        };
      case "about": {
        const session = folders.all.find(
          ({ folder }) => folder.uri.toString() === question.folder,
        );
        const stop = await session?.engine.timelineStop({
          moment: question.moment,
          by: "here",
        });
        // Where that moment is no longer kept, the nearest one has another prompt.
        const isIt = stop?.moment === question.moment;
        return {
          type: "about",
          about: { prompt: isIt ? stop.prompt : null },
        };
      }
    }
  }
}
