// What axe finds wrong with a document, in a browser and in a window without one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface Rules {
  type: 'tag' | 'rule';
  values: readonly string[];
}

/** WCAG 2.2 AA. */
export const wcagRules: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** An expression that tells pages, and what is open on them, from others. */
export const describeLook = `(() => {
  const open = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')].map(
    (one) => one.role + (one.querySelector('h1, h2, h3')?.textContent ?? one.ariaLabel ?? '').replaceAll(/\\d+/g, '0'),
  );
  const path = location.pathname.replaceAll(/\\d+/g, '0').replace(/^(\\/(?:projects|users))\\/(?!new$)[^/]+/, '$1/one');
  return JSON.stringify([path, document.documentElement.dataset.appearance, open]);
})()`;

/**
 * While the list of a combobox is open, all behind it is hidden from screen readers though not from the eye, and focus is on the
 * combobox alone: Tab closes the list and uncovers the rest first. axe can't know, and takes it for focus that can be lost.
 */
const isBehindList = `({ element }) => {
  const box = document.activeElement;
  return box.matches('[role=combobox][aria-expanded=true]') && !element.contains(box) && element.closest('[role=listbox]') === null;
}`;

/** What axe finds, a line each; without some rules where `leftOut` names them, and without what is marked as hidden. `evaluate` runs an expression in the document. */
export async function findFaultsBy(
  evaluate: (expression: string) => unknown,
  runOnly: Rules,
  leftOut: readonly string[] = [],
): Promise<string[]> {
  if ((await evaluate(`'axe' in window`)) !== true) await evaluate(axeSource);
  const rules = Object.fromEntries(leftOut.map((name) => [name, { enabled: false }]));
  const options = JSON.stringify({ runOnly, rules, resultTypes: ['violations'], elementRef: true });
  const lines = await evaluate(`axe.run({ exclude: ['[hidden]'] }, ${options}).then(({ violations }) =>
    JSON.stringify(violations.flatMap(({ id, nodes }) =>
      nodes
        .filter((node) => id !== 'aria-hidden-focus' || !(${isBehindList})(node))
        .map(({ html, failureSummary }) => id + ': ' + html + ' ' + (failureSummary ?? '')),
    )),
  )`);
  assert.ok(typeof lines === 'string');
  const found: unknown = JSON.parse(lines);
  assert.ok(Array.isArray(found));
  return found.map(String);
}
