// A server with the sample projects, for journeys in a browser and for pages without one.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { startApp } from '../support/harness.ts';
import type { Answered, Call, TestApp } from '../support/harness.ts';

const samples = ['scrum', 'kanban'].map((name) => new URL(`../../samples/${name}`, import.meta.url).pathname);

export interface Site {
  app: TestApp;
  /** A change that the test takes for granted. Asks again where the machine is busy, as scripts do; throws where it is refused. */
  change(path: string, call: Call): Promise<Answered>;
  close(): Promise<void>;
}

/** Starts a server with the sample projects and other archives, all of which is found by its words. */
export async function startSite(settings = '', archives: readonly string[] = []): Promise<TestApp> {
  const app = await startApp({ archives: [...samples, ...archives], settings });
  const { fullText } = app.app.features;
  await fullText.prepare();
  await fullText.rebuild({ isPolite: false });
  return app;
}

/** The same, with what tests say of it. */
export async function openSite(settings: string, archives: readonly string[]): Promise<Site> {
  const app = await startSite(settings, archives);
  return {
    app,
    async change(path, call) {
      for (;;) {
        const answer = await app.call(path, call);
        if (answer.status < 400) return answer;
        assert.equal(answer.status, 503, `${call.method} ${path}: ${answer.text}`);
        await setTimeout(Number(answer.headers.get('retry-after')) * 1000);
      }
    },
    close: () => app.close(),
  };
}
