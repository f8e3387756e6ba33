// Tier: first, with "are changed in place by keyboard"
// Tier: first, with "is filled in by its address"
// The fields of an artifact: changed in place and together, by two people at once, without a session; and a new artifact.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { at, testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
/** A task of the samples. */
const task = '/artifacts/17';
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function startEdit(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${label}`, exact: true }).click();
}

async function writeDetails(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Details' }).fill(text);
}

async function findLinkField(): Promise<unknown> {
  const fields = at((await world.app.call('/api/trackers/4', { as: 'ana' })).json, 'fields');
  assert.ok(Array.isArray(fields));
  return at(
    fields.find((field: unknown) => at(field, 'type') === 'art_link'),
    'field_id',
  );
}

/** Where somebody opened the fieldset before, it is open. */
async function openFiles(page: Page): Promise<void> {
  const fieldset = page.getByRole('button', { name: /^Links and files/ });
  await fieldset.waitFor();
  if ((await fieldset.getAttribute('aria-expanded')) === 'false') await fieldset.click();
}

describe('the fields of an artifact', () => {
  it('are changed in place by keyboard; Escape keeps what was typed', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(task);
    await page.getByRole('button', { name: 'Change Title' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Keep the key of the session safe');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keep the key of the session safe' }).waitFor();
    await startEdit(page, 'Assigned to');
    await page.getByRole('combobox', { name: 'Assigned to' }).fill('chika');
    await page.getByRole('option', { name: /Chika/ }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate<boolean>(`document.activeElement.closest('[aria-hidden]') === null`), true);
    await page.getByRole('combobox', { name: 'Assigned to' }).fill('chika');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-field]', { hasText: 'Assigned to' }).getByText('Chika').waitFor();
    await startEdit(page, 'Details');
    await writeDetails(page, 'Half a thought');
    await page.keyboard.press('Escape');
    await page.getByText('Not saved yet.').waitFor();
    await page.reload();
    await page.getByText(/^Your unsaved changes .* were restored\.$/).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'Half a thought');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Change Details' }).waitFor();
  });

  it('leave the keys of an input method to it, and ask for no half word', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const methods = await page.context().newCDPSession(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      const line = `${request.method()} ${decodeURIComponent(new URL(request.url()).pathname)}`;
      if (/^(?:POST|PUT) \/api\/artifacts(?:\/\d+)?$/.test(line) || request.url().includes(encodeURIComponent('鍵')))
        sent.push(line);
    });
    const compose = (text: string): Promise<unknown> =>
      methods.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    const enter = { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 } as const;
    const takeWord = async (word: string): Promise<void> => {
      await compose(word);
      await methods.send('Input.dispatchKeyEvent', enter);
      await methods.send('Input.insertText', { text: word });
      // As Safari tells the key that has ended the word.
      await methods.send('Input.dispatchKeyEvent', enter);
    };

    await page.goto(task);
    await page.getByRole('button', { name: 'Change Title' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('');
    await takeWord('鍵を守る');
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), '鍵を守る');
    assert.deepEqual(sent, []);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '鍵を守る' }).waitFor();
    assert.deepEqual(sent, ['PUT /api/artifacts/17']);

    sent.length = 0;
    await page.clock.install();
    await page.goto('/trackers/4');
    const words = page.getByRole('searchbox');
    await words.focus();
    await compose('鍵');
    await methods.send('Input.dispatchKeyEvent', enter);
    assert.equal(await words.inputValue(), '鍵');
    await page.clock.fastForward(400);
    assert.deepEqual(sent, [], 'what is composed is looked for later than what is typed');
    await methods.send('Input.insertText', { text: '鍵' });
    await page.getByRole('row', { name: /鍵を守る/ }).waitFor();
  });

  it('of two tabs have a draft each', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto('/artifacts/18');
      await startEdit(tab, 'Details');
    }
    await writeDetails(page, 'From one tab');
    await writeDetails(other, 'From the other tab');
    await page.reload();
    await page.getByText(/^Your unsaved changes .* were restored\.$/).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'From one tab');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await other.reload();
    assert.equal(await other.getByRole('textbox', { name: 'Details' }).inputValue(), 'From the other tab');
    await other.getByRole('button', { name: 'Discard changes' }).click();
    await other.close();
  });

  it('are read from where their own first letter begins, and turn nothing else round', async (context) => {
    const value = { content: 'שלום, זה **באג** ב-`login.ts`.\n\n```\nlong line of code\n```', format: 'commonmark' };
    const definition = (await world.app.call('/api/trackers/4', { as: 'ana' })).json;
    const fields = at(definition, 'fields');
    assert.ok(Array.isArray(fields));
    const idOf = (name: string): unknown =>
      at(
        fields.find((field: unknown) => at(field, 'label') === name),
        'field_id',
      );
    const made = await world.change('/api/artifacts', {
      method: 'POST',
      as: 'ana',
      body: {
        tracker: { id: 4 },
        values: [
          { field_id: idOf('Title'), value: 'תקלה בכניסה (HTTP 500) במסך הראשי!' },
          { field_id: idOf('Details'), value },
        ],
      },
    });
    const page = await world.visit(context, { as: 'ana' });
    const address = `/artifacts/${String(at(made.json, 'id'))}`;
    await page.goto(address);
    await page.locator('h1', { hasText: '!' }).waitFor();
    await page.locator('[data-field] p[dir]').waitFor();
    /** Where a text begins and ends, in pixels from the left. */
    const placesOf = (selector: string, first: string, last: string): Promise<[number, number]> =>
      page.evaluate(`(() => {
        const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), NodeFilter.SHOW_TEXT);
        const find = (sign) => {
          for (let node = (walker.currentNode = walker.root, walker.nextNode()); node; node = walker.nextNode()) {
            const at = node.data.lastIndexOf(sign);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return range.getBoundingClientRect().left;
          }
        };
        return [find(${JSON.stringify(first)}), find(${JSON.stringify(last)})];
      })()`);
    for (const [selector, first, last] of [
      ['h1', 'ת', '!'],
      ['[data-field] p[dir]', 'ש', '.'],
    ] as const) {
      const [start, end] = await placesOf(selector, first, last);
      assert.ok(end < start, `${selector}: ends at ${end}, begins at ${start}`);
    }
    const code = page.locator('pre[tabindex="0"]');
    assert.equal(await code.getAttribute('aria-label'), 'Code');
    await code.focus();
    await page.getByRole('textbox', { name: 'Your comment' }).fill(`\`\`\`\n${'wide '.repeat(80)}\n\`\`\``);
    await page.keyboard.press('Control+Enter');
    const said = page.locator('[id^=comment-] pre');
    await said.focus();
    const [block = 0, card = 0] = await page.evaluate<number[]>(
      `[' pre', ''].map((inside) => document.querySelector('[id^=comment-]' + inside).getBoundingClientRect().right)`,
    );
    assert.ok(block < card, `a code block of a comment ends at ${block}, its card at ${card}`);
    await page.goto('/trackers/4');
    const row = `[role=row]:has(a[href$="${address}"])`;
    await page.locator(row).waitFor();
    const [start, end] = await placesOf(row, 'ת', '(');
    assert.ok(end < start, `a row: goes on at ${end}, begins at ${start}`);
  });

  it('are changed together, with links and files', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(task);
    await page.getByRole('button', { name: 'Change Title' }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Estimate in hours' }).fill('many');
    await page.getByRole('combobox', { name: 'Artifact by words or number' }).fill('18');
    await page.getByRole('option', { name: /#18/ }).first().click();
    await page.keyboard.press('Tab');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByRole('button', { name: 'Remove note.txt' }).waitFor();
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByText('Not a number.').waitFor();
    await page.locator('[data-problem=true] :focus').waitFor();
    // What lies behind the header is out of sight, not too small.
    await page.evaluate('scrollTo(0, 0)');
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Estimate in hours' }).fill('7.5');
    const add = [{ id: Number(task.split('/').at(-1)), direction: 'forward', type: '' }];
    const values = [{ field_id: await findLinkField(), change_links: { add } }];
    const linked = await world.app.call('/api/artifacts/19', { method: 'PUT', as: 'bruno', body: { values } });
    assert.equal(linked.status, 200, linked.text);
    const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith(`/api${task}`));
    await page.getByRole('button', { name: 'Save all' }).click();
    assert.match((await sent).postData() ?? '', /"change_links":\{"add":\[\{"id":18,[^\]]*\],"remove":\[\]\}/);
    // Groups of the open form fold by themselves once it is saved.
    await page.getByRole('button', { name: 'Save all' }).waitFor({ state: 'detached' });
    await openFiles(page);
    await page.getByRole('link', { name: 'note.txt' }).first().waitFor();
    await page.getByRole('link', { name: /#19/ }).first().waitFor();
    await page.getByRole('link', { name: /#18/ }).first().waitFor();
    await page.locator('[data-field]', { hasText: 'Estimate in hours' }).getByText('7.5').waitFor();
  });

  it('take a file whose way was interrupted', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /ERR_FAILED|failed to fetch|tus/ });
    await page.goto(task);
    await openFiles(page);
    await page.getByRole('button', { name: 'Change Attachments' }).click();
    const sent: string[] = [];
    await page.route('**/uploads/**', (route) => {
      const method = route.request().method();
      sent.push(method);
      return method === 'PATCH' && !sent.slice(0, -1).includes('PATCH') ? route.abort() : route.fallback();
    });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'cut.txt', mimeType: 'text/plain', buffer: Buffer.from('It came in two parts.') });
    await page.getByRole('button', { name: 'Remove cut.txt' }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'cut.txt' }).first().waitFor();
    assert.ok(sent.indexOf('PATCH') < sent.lastIndexOf('PATCH'), `sent again: ${sent.join(' ')}`);
  });

  it('say in the language of the page why the server refuses a file', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /413|tus/ });
    await page.goto(task);
    await openFiles(page);
    await page.getByRole('button', { name: 'Modifier Attachments' }).click();
    const error = { code: 413, message: 'Content Too Large: no', i18n: { key: 'upload.longer', params: [] } };
    await page.route('**/uploads/**', (route) => route.fulfill({ status: 413, json: { error } }));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('More than was said.') });
    await page.getByText('L’envoi dépasserait la taille déclarée').waitFor();
    await assertAccessible(page);
  });

  it('are saved after signing in over the page, where the session ended meanwhile', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /401/ });
    // What the page tells the server once it is drawn would find the end of the session first.
    const told = ['/presence', '/history'].map((path) =>
      page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() !== 'GET'),
    );
    await page.goto(task);
    await Promise.all(told);
    await startEdit(page, 'Details');
    await writeDetails(page, 'Written in two sessions');
    await page.context().clearCookies();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change Details' }).waitFor();
    await page.getByRole('paragraph').filter({ hasText: 'Written in two sessions' }).first().waitFor();
  });
});

describe('a new artifact', () => {
  it('is filled in by its address, and made once', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/4/new?title=From+an+address');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create', exact: true }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'From an address' }).waitFor();
    const answer = await world.app.call('/api/trackers/4/artifacts?limit=50&order=desc', { as: 'ana' });
    const text = JSON.stringify(answer.json);
    assert.equal(text.split('"title":"From an address"').length - 1, 1);
  });
});

describe('days of a new artifact', () => {
  const openForm = async (page: Page): Promise<string> => {
    const tracker = await world.app.call('/api/trackers/1', { as: 'ana' });
    const fields = at(tracker.json, 'fields');
    assert.ok(Array.isArray(fields));
    await page.goto('/trackers/1/new');
    return String(
      at(
        fields.find((field: unknown) => at(field, 'type') === 'date'),
        'label',
      ),
    );
  };

  it('are typed, pressed and chosen, and look the same before and after', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const label = await openForm(page);
    const day = page.locator('[data-field]', { hasText: label }).first();
    const rest = day.getByRole('button', { name: `${label} dd/mm/yyyy` });
    const clear = day.getByRole('button', { name: 'Empty it' });
    await clear.click();
    await rest.waitFor();
    await assertAccessible(page);
    await rest.focus();
    await day.getByRole('spinbutton', { name: /day/ }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('02032026');
    await day.getByRole('spinbutton', { name: /year/ }).getByText('2026').waitFor();
    assert.equal(await rest.count(), 0);
    await assertAccessible(page);
    // What was typed is a draft, which the form shows again.
    await page.reload();
    await day.getByRole('button', { name: `${label} 02/03/2026` }).click();
    await day.getByRole('spinbutton', { name: /day/ }).and(page.locator(':focus')).waitFor();
    await page.reload();
    await clear.click();
    await rest.waitFor();
    await day.getByRole('button', { name: 'Calendar' }).click();
    await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: 'Today', exact: true }).click();
    await day.getByRole('spinbutton', { name: /year/ }).getByText(/\d{4}/).waitFor();
  });
});
