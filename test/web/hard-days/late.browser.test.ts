// Engine: SQLite alone
// What comes late is drawn whenever it came. In a browser, because what matters is when React runs effects.
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { openVisits } from '../journey.ts';

const lateModule = fileURLToPath(new URL('../../../web/ui/late.tsx', import.meta.url));

/** Reads what is late after it was drawn as nothing, and before its effect. */
const program = `
import { createElement as h, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { late } from ${JSON.stringify(lateModule)};
const Shown = late(async () => () => h('p', null, 'Drawn'));
function Reader() {
  useLayoutEffect(() => void Shown.read(), []);
  return null;
}
createRoot(document.body).render(h('main', null, h(Shown), h(Reader)));
`;

async function bundle(): Promise<string> {
  const built = await rolldown({
    input: 'program',
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? lateModule.replace('late.tsx', 'program.js') : undefined),
        load: (id) => (id.endsWith('/program.js') ? program : undefined),
      },
    ],
  });
  const { output } = await built.generate({ format: 'iife' });
  await built.close();
  return output[0].code;
}

let visits: Awaited<ReturnType<typeof openVisits>>;
before(async () => {
  visits = await openVisits('about:blank', async () => {});
});
after(() => visits.close());

it('draws what was read between its first drawing and its effect', async (context) => {
  const page = await visits.visit(context);
  await page.evaluate(await bundle());
  await page.getByText('Drawn').waitFor({ timeout: 1000 });
});
