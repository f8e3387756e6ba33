// Process: its own, because it starts the browsers that people have
// The first hour of a newcomer, from an empty site to a board with cards and a colleague who sees them, in few clicks.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loansOfRealBrowsers } from '../../support/browser.ts';
import { Hands } from '../administration/hands.ts';
import { startEmptySite } from '../administration/empty-site.ts';
import type { EmptySite } from '../administration/empty-site.ts';
import { openVisits } from '../journey.ts';
import type { Visits } from '../journey.ts';

const clicksMax = 35;
const secondsMax = 300;
const cards = ['Buy chairs', 'Paint the wall', 'Order cables'];
const password = 'seven silver otters';

for (const loan of loansOfRealBrowsers)
  describe(`in ${loan.name}`, () => {
    let site: EmptySite;
    let visits: Visits;
    before(async () => {
      site = await startEmptySite();
      visits = await openVisits(site.base, () => Promise.reject(new Error('there are no accounts')), loan);
    });
    after(async () => {
      await visits.close();
      await site.close();
    });

    it('leads to a board with three cards and an invited colleague', async (context) => {
      const { visit } = visits;
      const page = await visit(context, { expected: /40[013]/ });
      const hands = new Hands(page);
      const press = (name: string | RegExp): Promise<void> => hands.click(page.getByRole('button', { name }).first());
      const follow = (name: string): Promise<void> =>
        hands.click(page.getByRole('link', { name, exact: true }).first());

      await page.goto('/');
      await page.getByRole('textbox', { name: 'Setup code' }).and(page.locator(':focus')).waitFor();
      await hands.type(site.code);
      await hands.press('Tab');
      await hands.type('ada');
      await hands.press('Tab');
      await hands.type('Ada Lovelace');
      await hands.press('Tab');
      await hands.type('ada@example.org');
      await hands.press('Tab');
      await hands.type(password);
      await hands.click(page.getByText('Continue without HTTPS for now (required at this address)', { exact: true }));
      await press('Create administrator');
      await page.getByRole('textbox', { name: 'Site name' }).waitFor();
      await press('Save and continue');
      await page.getByText('Set up later').waitFor();
      await press('Save and continue');
      await follow('New project');

      await hands.click(page.getByText('Kanban', { exact: true }));
      await hands.click(page.getByRole('textbox', { name: 'Name', exact: true }));
      await hands.type('Team work');
      await press('Create project');

      await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
      await hands.click(page.getByRole('button', { name: /^Add/ }).nth(1));
      // Who types does not wait for the answer to the card before.
      for (const card of cards) {
        await hands.type(card);
        await hands.press('Enter');
      }
      for (const card of cards) await page.getByRole('link', { name: card, exact: true }).first().waitFor();

      await press('Invite people');
      await page.getByRole('textbox', { name: 'E-mail addresses' }).and(page.locator(':focus')).waitFor();
      await hands.type('bea@example.org');
      await press('Invite 1 person');
      const link = await page.getByText(/\/register#/).textContent();
      context.diagnostic(`${hands.clicks} clicks, ${hands.time.seconds()} s of a person's time`);
      assert.ok(hands.clicks <= clicksMax, `${hands.clicks} clicks`);
      assert.ok(hands.time.seconds() <= secondsMax, `${hands.time.seconds()} s`);

      const other = await visit(context, { expected: /40[013]/ });
      const guest = new Hands(other);
      await other.goto(link ?? '');
      await other.getByRole('textbox', { name: 'User name' }).and(other.locator(':focus')).waitFor();
      await guest.type('bea');
      await guest.press('Tab');
      await guest.type('Bea Hall');
      assert.equal(await other.getByRole('textbox', { name: /mail/ }).inputValue(), 'bea@example.org');
      await guest.click(other.getByLabel('Password'));
      await guest.type('nine brown badgers');
      await guest.click(other.getByRole('button', { name: 'Create an account' }));
      await other.waitForURL(/\/kanban\/1$/);
      for (const card of cards) await other.getByText(card).first().waitFor();
    });
  });
