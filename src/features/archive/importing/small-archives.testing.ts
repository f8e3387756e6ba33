// Small archives as text, for tests of what archives of the origin say in their own way.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importFolder, query } from './import-world.testing.ts';
import type { World } from './import-world.testing.ts';

/** Whose people is `ann`, with the id 114. */
export const usersXml =
  '<users><user><id>114</id><username>ann</username><realname>Ann</realname><email>ann@x.org</email><ldapid/></user></users>';

/** Writes an archive into the data folder, and gives its folder. */
export function write({ dataDir }: World, projectXml: string, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(dataDir, 'archive-'));
  for (const [name, content] of Object.entries({ 'project.xml': projectXml, 'users.xml': usersXml, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

interface Parts {
  readonly name?: string;
  readonly fields?: string;
  readonly permissions?: string;
  readonly artifacts?: string;
}

/** A permission on a field. */
export const permissionOn = (ref: string, group: string, type: string): string =>
  `<permission scope="field" REF="${ref}" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_${type}"/>`;

/** Everybody reads all of these fields. */
export const readable = (fields: string): string =>
  [...fields.matchAll(/<formElement [^>]*ID="(\w+)"/g)]
    .map(([, ref = '']) => permissionOn(ref, 'UGROUP_ANONYMOUS', 'READ'))
    .join('');

/** An archive of one tracker. */
export const projectOf = ({
  name = 'old',
  fields = '',
  permissions = `<permissions>${readable(fields)}</permissions>`,
  artifacts = '',
}: Parts): string =>
  `<project unix-name="${name}" full-name="Old" description=""><long-description/>
<trackers use-natures="true"><tracker id="T1"><name>A</name><item_name>a</item_name>
<formElements>${fields}</formElements>${permissions}<artifacts>${artifacts}</artifacts></tracker></trackers></project>`;

/** `<formElement>`. */
export const field = (type: string, id: number, name: string, more = '', label = name): string =>
  `<formElement type="${type}" ID="F${id}" rank="${id}"><name>${name}</name><label>${label}</label>${more}</formElement>`;

/** Who made a changeset or comment, and when. */
export const who =
  '<submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2026-01-02T03:04:05Z</submitted_on>';
/** `<changeset>` of ann. */
export const changeset = (changes: string, comments = ''): string =>
  `<changeset>${who}<comments>${comments}</comments>${changes}</changeset>`;
/** `<field_change>`. */
export const change = (name: string, kind: string, values: string): string =>
  `<field_change field_name="${name}" type="${kind}">${values}</field_change>`;

/** Imports an archive of one tracker. */
export const importParts = (world: World, parts: Parts, files?: Record<string, string>) =>
  importFolder(world, write(world, projectOf(parts), files));

/** The stored values of each artifact. */
export const valuesOf = async (world: World): Promise<unknown[]> => {
  const rows = await query<{ values_json: string }>(world, 'select values_json from artifacts order by id');
  return rows.map(({ values_json }) => {
    const values: unknown = JSON.parse(values_json);
    return typeof values === 'object' && values !== null ? Object.values<unknown>({ ...values }) : [];
  });
};
