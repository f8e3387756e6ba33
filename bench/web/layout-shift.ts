// `node bench/web/layout-shift.ts [ADDRESS…]`: how far what pages show moves while they are opened, the sum of Chromium's
// scores and what moved most, on the sample projects of a server that `tepal evaluate` started. Settings as of `screenshots`.
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { launchBrowser } from '../../test/support/browser.ts';
import { settle } from '../../test/web/pages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    user: { type: 'string', default: 'ana' },
    password: { type: 'string', default: 'welcome-ana' },
    rounds: { type: 'string', default: '3' },
    /** Also prints each shift with its parts. */
    parts: { type: 'boolean', default: false },
  },
});
const addresses =
  positionals.length > 0
    ? positionals
    : [
        '/dashboards',
        '/projects/meadow-scrum',
        '/trackers/4/administration/semantics',
        '/trackers/4/new',
        '/projects/new',
      ];
/** Reads that come after a page has settled, in ms. */
const restMs = 1500;

const Shifts = Type.Array(Type.Object({ value: Type.Number(), parts: Type.Array(Type.String()) }));

/** Notes in `benchShifts` what moved, without what follows a key or a click. */
const observer = `(() => {
  window.benchShifts = [];
  const box = (rect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.benchShifts.push({
          value,
          parts: sources.map(({ node, previousRect, currentRect }) =>
            (node?.nodeName ?? '?') + '.' + (node?.className ?? '') + ' "' + (node?.textContent ?? '').slice(0, 30) +
            '" ' + box(previousRect) + ' -> ' + box(currentRect)),
        });
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

const browser = await launchBrowser();
const context = await browser.newContext({
  baseURL: values.url,
  locale: 'en-GB',
  viewport: { width: 1280, height: 900 },
});
const answer = await context.request.post('/api/sessions', {
  data: { username: values.user, password: values.password },
});
if (!answer.ok()) throw new Error(`sign-in answers ${answer.status()}: ${await answer.text()}`);
for (const address of addresses) {
  const sums: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const page = await context.newPage();
    await page.addInitScript({ content: observer });
    await page.goto(address);
    await settle(page);
    await page.waitForTimeout(restMs);
    const shifts = Value.Parse(Shifts, await page.evaluate('window.benchShifts'));
    sums.push(shifts.reduce((sum, { value }) => sum + value, 0));
    if (values.parts)
      for (const { value, parts } of shifts) console.log(`  ${value.toFixed(4)}\n    ${parts.join('\n    ')}`);
    await page.close();
  }
  console.log(`${address}: ${sums.map((sum) => sum.toFixed(3)).join(', ')}`);
}
await browser.close();
