// Meanings, rules for people and lists of a tracker in its administration, and who may not open it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Locator, World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function read(path: string): Promise<unknown> {
  return (await world.app.call(`/api${path}`, { as: 'ana' })).json;
}

const fieldOf = (tracker: unknown, name: string): unknown =>
  listAt(tracker, 'fields').find((one) => at(one, 'name') === name);

describe('the administration of a tracker', () => {
  it('shows a tracker as one person has it, and tries the workflow with them', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /404/ });
    const choosePerson = async (label: RegExp, name: string): Promise<void> => {
      await page.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: 'As seen by a person…' }).click();
      await page.getByRole('combobox', { name: 'Choose a person' }).fill(name);
      await page
        .getByRole('option', { name: new RegExp(name, 'i') })
        .first()
        .click();
    };
    await page.goto('/trackers/4/administration');
    await choosePerson(/How the form is shown/, 'bruno');
    await page.getByRole('button', { name: /A new artifact/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /How the form is shown/ }).click();
    await page.getByRole('option', { name: 'As seen by Registered users', exact: true }).click();
    await page.getByText('This group can’t see or fill').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Form', exact: true }).getByText('Progress').count(), 0);
    await page.goto('/trackers/5/administration/permissions');
    await choosePerson(/Permissions shown/, 'bruno');
    const rights = page.getByRole('region', { name: 'Field permissions' }).getByRole('row', { name: /^Title/ });
    await rights.getByText(/^Read, /).waitFor();
    await assertAccessible(page);
    const comments = page.getByRole('region', { name: 'Comments' });
    const isPrivate = (checked: boolean): Locator =>
      comments.getByRole('checkbox', { name: 'Comments can be restricted to groups', checked });
    await isPrivate(true).press('Space');
    await isPrivate(false).waitFor();
    assert.deepEqual(await read('/trackers/5/private_comments'), { enabled: false });
    await isPrivate(false).press('Space');
    await isPrivate(true).waitFor();
    await page.goto('/trackers/5/administration/general');
    const moves = page.getByRole('region', { name: 'Moving artifacts' });
    const mayMove = (checked: boolean): Locator =>
      moves.getByRole('checkbox', { name: 'Artifacts can be moved to other trackers', checked });
    await mayMove(true).press('Space');
    await mayMove(false).waitFor();
    assert.deepEqual(await read('/trackers/5/artifact_moves'), { enabled: false });
    await assertAccessible(page);
    await mayMove(false).press('Space');
    await mayMove(true).waitFor();
    await page.goto('/trackers/3/administration/workflow');
    const trial = page.getByRole('region', { name: 'Try the workflow' });
    await choosePerson(/Choose a person|^Person/, 'bruno');
    await trial.getByText(/, from “New artifact”:/).waitFor();
    await trial.getByRole('textbox').fill(String(at(await read('/trackers/3/artifacts?limit=1'), '0.id')));
    await trial.getByText(/, from “(?!New artifact)/).waitFor();
    await assertAccessible(page);
    await trial.getByRole('textbox').fill('999999');
    await trial.locator('[aria-invalid="true"]').waitFor();
  });

  it('shows what meanings make of an artifact before they are saved', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/4/administration/semantics');
    const example = page.getByRole('region', { name: 'Example' });
    const status = example.getByText(/ \((?:Open|Closed|Success)\)$/);
    const [, label = '', kind] = /^(.*) \((.*)\)$/.exec(await status.innerText()) ?? [];
    await assertAccessible(page);
    await page.getByRole('checkbox', { name: `“${label}” is open` }).focus();
    await page.keyboard.press('Space');
    await example.getByText(`${label} (${kind === 'Open' ? 'Closed' : 'Open'})`).waitFor();
  });

  it('starts lists of people with somebody, takes meanings from other artifacts, and fills the backlog', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /400/ });
    const keep = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
      await page.getByText('Tout est enregistré').waitFor();
    };
    const pick = async (button: RegExp, option: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await page.goto('/trackers/4/administration');
    await page.locator('[data-element]', { hasText: 'Assigned to' }).click();
    const person = page.getByRole('combobox', { name: 'Valeur par défaut' });
    await person.fill('bruno');
    await page.getByRole('option', { name: /bruno/i }).click();
    await assertAccessible(page);
    await page.locator('[data-element]', { hasText: 'Activity' }).click();
    await page.getByRole('button', { name: 'Couleur de « Design »' }).click();
    await page.getByRole('menuitem', { name: 'Rouge fiesta' }).click();
    await keep();
    const activity = listAt(fieldOf(await read('/trackers/4'), 'activity'), 'values');
    assert.equal(
      at(
        activity.find((one) => at(one, 'label') === 'Design'),
        'value_color',
      ),
      'fiesta-red',
    );
    await page.reload();
    await page.locator('[data-element]', { hasText: 'Assigned to' }).click();
    await page.locator('[value="Bruno Adeyemi (bruno)"]').waitFor();
    const assignee = fieldOf(await read('/trackers/4'), 'assigned_to');
    assert.equal(at(assignee, 'default_value.0.username'), 'bruno');

    await page.goto('/trackers/4/administration/semantics');
    await page.getByRole('combobox', { name: 'Effort total' }).fill('Estimate');
    await page.getByRole('option', { name: /Estimate/ }).click();
    await page.getByText('La progression a besoin des deux').waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await page.getByText('il faut soit l’effort total et l’effort restant').waitFor();
    await pick(/^Elle se mesure par|Elle se mesure par$/, 'Le nombre d’enfants fermés');
    await pick(/Les dates/, /d’un autre tracker/);
    await page.getByRole('region', { name: 'Exemple' }).getByText('De l’artefact qui y est lié').waitFor();
    await assertAccessible(page);
    await keep();
    const semantics = at(await read('/trackers/4'), 'semantics');
    assert.equal(at(semantics, 'progress.artifact_link_type'), '_is_child');
    assert.equal(typeof at(semantics, 'timeframe.implied_from_tracker.id'), 'number');

    await page.goto('/trackers/4/administration/permissions');
    await page.getByRole('columnheader', { name: 'Membres du projet' }).first().waitFor();

    await page.goto('/trackers/3/administration/workflow');
    await page.getByRole('region', { name: 'Transitions' }).locator('[aria-pressed="true"]').first().click();
    await page.getByRole('button', { name: 'Ajouter une action' }).click();
    await page.getByRole('menuitem', { name: 'Ajouter au backlog principal' }).click();
    await page.getByText('Là où le backlog du projet').waitFor();
    await keep();
    const actions = listAt(await read('/trackers/3'), 'workflow.transitions').flatMap((one) =>
      listAt(one, 'post_actions'),
    );
    assert.ok(actions.some((action) => at(action, 'type') === 'add_to_top_backlog'));
  });

  it('is closed to those who do not administer the tracker', async (context) => {
    const page = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark' });
    await page.goto('/trackers/4/administration/workflow');
    await page.getByRole('heading', { name: 'Tracker settings' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  });
});
