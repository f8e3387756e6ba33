import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findRulesFault } from './rules-check.ts';

test('rules that take Subversion for ever are refused', { skip: !existsSync('/usr/bin/svnauthz') }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-rules-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const doubled = Array.from({ length: 40 }, (_, index) => `g${index + 1} = @g${index}, @g${index}\n`);
  const fault = await findRulesFault(folder, `[groups]\ng0 = sam\n${doubled.join('')}[/]\n@g40 = r\n`, 500);
  assert.match(fault?.text ?? '', /more than 0\.5 s .* use fewer nested groups/);
  assert.equal(await findRulesFault(folder, '[/]\n* = r\n'), undefined);
  assert.deepEqual(readdirSync(folder), []);
});
