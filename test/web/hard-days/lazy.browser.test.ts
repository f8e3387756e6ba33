// A lazy component is rendered whenever its bundle came. In a browser, because what matters is when React runs effects.
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { openVisits } from '../journey.ts';

const lazyModule = fileURLToPath(new URL('../../../web/ui/lazy.tsx', import.meta.url));

/** Loads a bundle after its component was rendered as nothing, and before its effect. */
const program = `
import { createElement as h, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { lazy } from ${JSON.stringify(lazyModule)};
const Shown = lazy(async () => () => h('p', null, 'Drawn'));
function Reader() {
  useLayoutEffect(() => void Shown.preload(), []);
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
        resolveId: (id) => (id === 'program' ? lazyModule.replace('lazy.tsx', 'program.js') : undefined),
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

it('renders what was loaded between its first rendering and its effect', async (context) => {
  const page = await visits.visit(context);
  await page.evaluate(await bundle());
  await page.getByText('Drawn').waitFor({ timeout: 1000 });
});
