// What the editor keeps of an extension in the browser, from where a reload reads it.
import { until } from "./until.mjs";

/** Waits until the editor has stored a state of the extension that is as expected. */
export async function untilStored(page, isStored) {
  const state = () =>
    page.evaluate(async () => {
      const done = (request) =>
        new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const states = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name));
        if (database.objectStoreNames.contains("ItemTable")) {
          const table = database.transaction("ItemTable");
          const rows = table.objectStore("ItemTable");
          states.push(await done(rows.get("checkpoint-dev.checkpoint")));
        }
        database.close();
      }
      return states;
    });
  let states;
  await until("the editor has stored it", async () => {
    states = (await state()).filter(Boolean).map((text) => JSON.parse(text));
    return states.some(isStored);
  }).catch((error) => {
    throw new Error(JSON.stringify(states), { cause: error });
  });
}
