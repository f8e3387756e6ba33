// What a project is filed under, in archives: `project-categories.xml`, beside project.xml, which others pass over. Categories are
// the site's own, so they are known by their names.
import { says } from '../../platform/texts/said.ts';
import { element, stored } from '../archive/index.ts';
import type { ElementPart, XmlElement } from '../archive/index.ts';
import * as store from './registration.store.ts';
import type { CategoryRow } from './registration.store.ts';

const blockName = 'project_categories';

/** Names from the category to the value, one inside the other. */
const writePath = ([name, ...narrower]: readonly string[]): string =>
  element('category', { name }, narrower.length === 0 ? [] : [writePath(narrower)]);

function readPath({ attributes, children }: XmlElement): string[] {
  const [inner] = children.filter(({ name }) => name === 'category');
  return [attributes['name'] ?? '', ...(inner === undefined ? [] : readPath(inner))];
}

function namesOf(byId: ReadonlyMap<number, CategoryRow>, id: number | null): string[] {
  const row = id === null ? undefined : byId.get(id);
  return row === undefined ? [] : [...namesOf(byId, row.parent_id), row.name];
}

/** From the category to the value; shorter than the names where the site has none of them. */
function findRows(
  all: readonly CategoryRow[],
  names: readonly string[],
  parentId: number | null = null,
): CategoryRow[] {
  const [name, ...others] = names;
  const row = all.find((one) => one.parent_id === parentId && one.name === name);
  return row === undefined ? [] : [row, ...findRows(all, others, row.id)];
}

export const categoriesArchive: ElementPart = {
  element: blockName,
  file: 'project-categories.xml',
  outcome: stored('what the project is filed under', {
    category: stored('category, or a value inside of it', {
      '@name': stored('its name'),
      category: stored('narrower'),
    }),
  }),
  leftByTemplates: ['category'],
  read(root) {
    const paths = root.children.map((child) => ({ line: child.line, names: readPath(child) }));
    return {
      async import({ tx, projectId, warn }) {
        const all = await store.listCategories(tx);
        const chosen = new Map<number, number>();
        for (const { line, names } of paths) {
          const rows = findRows(all, names);
          const [category, value] = [rows[0], rows.at(-1)];
          if (category === undefined || value === undefined || names.length < 2 || rows.length < names.length)
            warn(
              line,
              'category',
              says(
                'left.no-category',
              )`the site has no category \`${names.join(' / ')}\`; it is not set for the project`,
            );
          else chosen.set(category.id, value.id);
        }
        const rows = [...chosen].map(([category_id, value_id]) => ({ project_id: projectId, category_id, value_id }));
        await store.insertCategoryValues(tx, rows);
        return undefined;
      },
    };
  },
  async export(db, projectId) {
    const byId = new Map((await store.listCategories(db)).map((row) => [row.id, row]));
    const paths = (await store.listCategoryValues(db, projectId)).map(({ value_id: id }) => namesOf(byId, id));
    if (paths.length === 0) return undefined;
    return { name: blockName, line: 0, xml: element(blockName, {}, paths.map(writePath)) };
  },
};
