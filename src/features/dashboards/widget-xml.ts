// What archives say of a widget's settings, in the words of their preferences; references become ids here, and back. Pure.
import { says } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { element, findChildren, leaf } from '../archive/index.ts';
import type { XmlElement } from '../archive/index.ts';
import { findKind, listMissing } from './widget-kinds.ts';
import type { WidgetSettings } from './widget-kinds.ts';

/** The renderer of a report that a reference means. */
export interface RendererIds {
  report_id: number;
  renderer_id: number;
}

/** What references of an archive mean here; undefined where they mean nothing. */
export interface WidgetReferences {
  tracker(ref: string): number | undefined;
  kanban(ref: string): number | undefined;
  report(ref: string): number | undefined;
  renderer(ref: string): RendererIds | undefined;
}

/** How an export names what widgets show; undefined for what is none of the project's, or has no name. */
export interface WidgetNames {
  tracker(id: number): string | undefined;
  kanban(id: number): string | undefined;
  report(id: number): string | undefined;
  renderer(ids: RendererIds): string | undefined;
}

const valuesOf = (preference: XmlElement, name: string): string[] =>
  findChildren(preference, 'value')
    .filter(({ attributes }) => attributes['name'] === name)
    .map(({ text }) => text.trim());

const referenceOf = (preference: XmlElement): string | undefined =>
  findChildren(preference, 'reference').find(({ attributes }) => attributes['name'] === 'id')?.attributes['REF'];

/** Throws UnknownReference. */
function resolve<T>(ref: string, found: T | undefined): T {
  if (found === undefined) throw new UnknownReference(ref);
  return found;
}

class UnknownReference extends Error {
  readonly ref: string;
  readonly sentence: Said;
  constructor(ref: string) {
    const sentence = says('left.no-reference')`there is no \`${ref}\` in the archive`;
    super(sentence.text);
    this.ref = ref;
    this.sentence = sentence;
  }
}

const titleOf = (preference: XmlElement): Pick<WidgetSettings, 'title'> => {
  const [title] = valuesOf(preference, 'title');
  return title === undefined ? {} : { title };
};

function readRoadmap(preference: XmlElement, references: WidgetReferences): WidgetSettings {
  const tracker = (ref: string): number => resolve(ref, references.tracker(ref));
  const settings: WidgetSettings = {
    ...titleOf(preference),
    tracker_ids: valuesOf(preference, 'tracker_id').map(tracker),
  };
  const [timescale] = valuesOf(preference, 'default-timescale');
  if (timescale === 'week' || timescale === 'month' || timescale === 'quarter') settings.timescale = timescale;
  for (const name of ['lvl1_iteration_tracker_id', 'lvl2_iteration_tracker_id'] as const) {
    const [ref] = valuesOf(preference, name);
    if (ref !== undefined) settings[name] = tracker(ref);
  }
  const [report] = valuesOf(preference, 'filter_report_id');
  if (report !== undefined) settings.filter_report_id = resolve(report, references.report(report));
  return settings;
}

interface Words {
  /** Of the preference. */
  name: string;
  read(preference: XmlElement, references: WidgetReferences): WidgetSettings;
  /** Undefined where the archive has no name for what the widget shows. */
  write(settings: WidgetSettings, names: WidgetNames): readonly string[] | undefined;
}

const value = (name: string, text: string | undefined): string[] =>
  text === undefined ? [] : [leaf('value', text, { name })];

const refer = (ref: string | undefined): readonly string[] | undefined =>
  ref === undefined ? undefined : [element('reference', { name: 'id', REF: ref })];

const shown = (title: string | undefined, ref: string | undefined): readonly string[] | undefined => {
  const reference = refer(ref);
  return reference === undefined ? undefined : [...value('title', title), ...reference];
};

const words: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    'projectnote',
    {
      name: 'note',
      read: (preference) => ({ ...titleOf(preference), content: valuesOf(preference, 'content')[0] ?? '' }),
      write: ({ title, content }) => [...value('title', title), ...value('content', content ?? '')],
    },
  ],
  [
    'plugin_agiledashboard_projects_kanban',
    {
      name: 'kanban',
      read(preference, references) {
        const ref = referenceOf(preference);
        return ref === undefined ? {} : { ...titleOf(preference), kanban_id: resolve(ref, references.kanban(ref)) };
      },
      write: ({ title, kanban_id: id }, names) => shown(title, id === undefined ? undefined : names.kanban(id)),
    },
  ],
  [
    'plugin_tracker_projectrenderer',
    {
      name: 'renderer',
      read(preference, references) {
        const ref = referenceOf(preference);
        return ref === undefined ? {} : { ...titleOf(preference), ...resolve(ref, references.renderer(ref)) };
      },
      write: ({ title, report_id, renderer_id }, names) =>
        report_id === undefined || renderer_id === undefined
          ? undefined
          : shown(title, names.renderer({ report_id, renderer_id })),
    },
  ],
  ['plugin_roadmap_project_widget', { name: 'roadmap', read: readRoadmap, write: writeRoadmap }],
]);

function writeRoadmap(settings: WidgetSettings, names: WidgetNames): readonly string[] | undefined {
  const nameOf = (id: number | undefined): string | undefined => (id === undefined ? undefined : names.tracker(id));
  const trackers = (settings.tracker_ids ?? []).flatMap((id) => value('tracker_id', names.tracker(id)));
  if (trackers.length === 0) return undefined;
  const { filter_report_id: reportId } = settings;
  return [
    ...value('title', settings.title),
    ...trackers,
    ...value('default-timescale', settings.timescale),
    ...value('lvl1_iteration_tracker_id', nameOf(settings.lvl1_iteration_tracker_id)),
    ...value('lvl2_iteration_tracker_id', nameOf(settings.lvl2_iteration_tracker_id)),
    ...value('filter_report_id', reportId === undefined ? undefined : names.report(reportId)),
  ];
}

/** What an archive's widget becomes; without settings it is kept as it came, and `problem` says why where that is worth a word. */
export interface ReadWidget {
  readonly settings: WidgetSettings | undefined;
  readonly problem?: Said;
}

export function readWidget(widget: XmlElement, references: WidgetReferences): ReadWidget {
  const name = widget.attributes['name'] ?? '';
  const kind = findKind(name, 'project');
  if (kind === undefined)
    return { settings: undefined, problem: says('left.no-widget')`there is no widget \`${name}\`` };
  const own = words.get(name);
  const [preference, ...others] = widget.children;
  if (preference === undefined && listMissing(kind, {}).length === 0) return { settings: {} };
  if (own === undefined || preference?.attributes['name'] !== own.name || others.length > 0)
    return {
      settings: undefined,
      problem: says('left.preferences')`the preferences of this \`${name}\` are not valid`,
    };
  try {
    const settings = own.read(preference, references);
    return listMissing(kind, settings).length === 0
      ? { settings }
      : { settings: undefined, problem: says('left.shows-nothing')`this \`${name}\` has no content` };
  } catch (error) {
    if (error instanceof UnknownReference) return { settings: undefined, problem: error.sentence };
    throw error;
  }
}

/** Undefined where an archive can't say what the widget shows. */
export function writeWidget(name: string, settings: WidgetSettings, names: WidgetNames): string | undefined {
  const own = words.get(name);
  // Never folded: queries of the project are put between its tags.
  if (own === undefined) return `<widget name="${name}"></widget>`;
  const values = own.write(settings, names);
  return values === undefined
    ? undefined
    : element('widget', { name }, [element('preference', { name: own.name }, values)]);
}
