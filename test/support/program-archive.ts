// An archive of a program: increments, iterations and features, and how it plans.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const submitted = `<submitted_by format="username">ana</submitted_by><submitted_on format="ISO8601">2026-05-01T08:00:00+02:00</submitted_on>`;

const change = (name: string, kind: string, inner: string): string =>
  `<field_change field_name="${name}" type="${kind}">${inner}</field_change>`;

interface Made {
  id: number;
  title: string;
  status: string;
  /** Days. */
  start?: string;
  end?: string;
  links?: readonly { id: number; type?: string }[];
}

const artifact = ({ id, title, status, start, end, links = [] }: Made): string => {
  const date = (name: string, day: string | undefined): string =>
    day === undefined ? '' : change(name, 'date', `<value format="ISO8601">${day}T00:00:00+00:00</value>`);
  const linked = links.map((link) => `<value nature="${link.type ?? ''}">${link.id}</value>`).join('');
  return `<artifact id="${id}"><changeset>${submitted}<comments/>${change('title', 'string', `<value>${title}</value>`)}${change('status', 'list" bind="static', `<value format="id">${status}</value>`)}${date('start', start)}${date('end', end)}${linked === '' ? '' : change('links', 'art_link', linked)}</changeset></artifact>`;
};

/** Fields have ids of `base` and up; values are called `V<base><n>`. */
function tracker(base: number, name: string, short: string, labels: readonly string[], made: readonly Made[]): string {
  const field = (type: string, at: number, label: string, inner = ''): string =>
    `<formElement type="${type}" ID="F${base + at}" rank="${at}"><name>${label}</name><label>${label}</label>${inner}</formElement>`;
  const items = labels.map((label, index) => `<item ID="V${base + index}" label="${label}"/>`).join('');
  const permissions = [1, 2, 3, 4, 5]
    .flatMap((at) =>
      ['SUBMIT', 'UPDATE', 'READ'].map(
        (kind) =>
          `<permission scope="field" REF="F${base + at}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_${kind}"/>`,
      ),
    )
    .join('');
  const open = `<open_values>${labels
    .slice(0, -1)
    .map((_, index) => `<open_value REF="V${base + index}"/>`)
    .join('')}</open_values>`;
  return `<tracker id="T${base}" parent_id="0"><name>${name}</name><item_name>${short}</item_name><description/><formElements>
${field('string', 1, 'title')}${field('sb', 2, 'status', `<bind type="static" is_rank_alpha="0"><items>${items}</items></bind>`)}${field('date', 3, 'start')}${field('date', 4, 'end')}${field('art_link', 5, 'links')}
</formElements><semantics><semantic type="title"><field REF="F${base + 1}"/></semantic><semantic type="status"><field REF="F${base + 2}"/>${open}</semantic>
<semantic type="timeframe"><start_date_field REF="F${base + 3}"/><end_date_field REF="F${base + 4}"/></semantic></semantics>
<permissions><permission scope="tracker" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_ACCESS_FULL"/>${permissions}</permissions><artifacts>${made.map(artifact).join('')}</artifacts></tracker>`;
}

/** `statuses` are those of increments and iterations; the last one is closed. */
const projectXml = (statuses: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="voyage" full-name="Voyage" description="What all teams build" access="private"><long-description/>
<services><service shortname="plugin_tracker" enabled="1"/><service shortname="plugin_program_management" enabled="1"/></services>
<ugroups><ugroup name="project_members" description=""><members><member format="username">ana</member><member format="username">bruno</member></members></ugroup><ugroup name="project_admins" description=""><members><member format="username">ana</member></members></ugroup></ugroups>
<trackers use-natures="true">
${tracker(100, 'Increments', 'pi', statuses, [
  {
    id: 1,
    title: 'Summer',
    status: 'V101',
    start: '2026-06-01',
    end: '2026-08-31',
    links: [{ id: 5 }, { id: 3, type: '_is_child' }],
  },
  { id: 2, title: 'Some day', status: 'V100' },
])}
${tracker(200, 'Iterations', 'iteration', statuses, [
  { id: 3, title: 'June', status: 'V201', start: '2026-06-01', end: '2026-06-30' },
])}
${tracker(
  300,
  'Features',
  'feature',
  ['Open', 'Done'],
  [
    { id: 4, title: 'Offline maps', status: 'V300' },
    { id: 5, title: 'Shared trips', status: 'V300' },
    { id: 6, title: 'Postcards', status: 'V300' },
  ],
)}
</trackers></project>`;

const configXml = `<?xml version="1.0" encoding="UTF-8"?>
<!-- How it plans. -->
<program_management><increments><source_tracker REF="T100"/><plannable_trackers><plannable_tracker REF="T300"/></plannable_trackers>
<can_prioritize><ugroup ugroup_name="project_admins"/></can_prioritize><section_name>Seasons</section_name></increments><iterations><source_tracker REF="T200"/></iterations></program_management>`;

const person = (id: number, name: string): string =>
  `<user><id>${id}</id><username>${name}</username><realname>${name}</realname><email>${name}@meadow.example</email><ldapid/></user>`;

/** Writes an archive folder of the program `voyage`, which `ana` administers and `bruno` is a member of. */
export async function writeProgram(
  folder: string,
  { config = configXml, statuses = ['Planned', 'Under way', 'Over'] }: { config?: string; statuses?: string[] } = {},
): Promise<string> {
  const root = join(folder, 'voyage');
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'project.xml'), projectXml(statuses));
  await writeFile(join(root, 'program-management-config.xml'), config);
  await writeFile(join(root, 'users.xml'), `<users>${person(5, 'ana')}${person(6, 'bruno')}</users>`);
  return root;
}
