// What somebody wants a new project to be, and what is wrong with it. Pure.
import { foldText } from '../../../contract/fold-text.ts';
import type { components } from '../../platform/schema.d.ts';
import { isRecord, textIn } from '../../platform/parse-unknown.ts';

export interface ProjectWish {
  /** `id:12` for a project, `name:scrum` for what comes with the site, `archive` for a file. */
  template: string;
  label: string;
  shortName: string;
  /** Whether the short name follows the name no more. */
  isShortNameOwn: boolean;
  description: string;
  isPublic: boolean;
  hasSamples: boolean;
  allowsRestricted: boolean;
  /** By id of the field. */
  fields: Readonly<Record<string, string>>;
  /** Value by id of the category. */
  categories: Readonly<Record<string, number>>;
}

export const emptyWish: ProjectWish = {
  template: '',
  label: '',
  shortName: '',
  isShortNameOwn: false,
  description: '',
  isPublic: false,
  hasSamples: false,
  allowsRestricted: false,
  fields: {},
  categories: {},
};

const shortNameMax = 30;

/** A short name out of a name: "Ligne d’été 2" becomes `ligne-d-ete-2`. */
export const shortNameOf = (label: string): string =>
  foldText(label)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-\d]+/, '')
    .slice(0, shortNameMax)
    .replace(/-+$/, '');

export type NameFault = 'short' | 'long' | 'letters';

/** What is wrong with a short name by itself; undefined when the server has to say. */
export function faultOfShortName(name: string): NameFault | undefined {
  if (name.length < 3) return 'short';
  if (name.length > shortNameMax) return 'long';
  return /^[A-Za-z][A-Za-z0-9-]*$/.test(name) ? undefined : 'letters';
}

/** The same for a name. */
export function faultOfLabel(label: string): NameFault | undefined {
  const length = [...label.trim()].length;
  return length < 3 ? 'short' : length > 40 ? 'long' : undefined;
}

/** What a project is made of when it is made from a file. */
export const archiveTemplate = 'archive';
/** What a project is made of when its first tracker is made from a table. */
export const tableTemplate = 'table';
/** A start without anything in it. */
export const emptyTemplate = 'name:empty';

/** Whether there is sample content for what the project starts from. */
export const mayHaveSamples = ({ template }: ProjectWish): boolean =>
  template.startsWith('name:') && template !== emptyTemplate;

/** Whether it is said what the project starts from; `file` is the archive, where one is chosen. */
export const isStartChosen = ({ template }: ProjectWish, file: unknown): boolean =>
  template === archiveTemplate ? file !== undefined : template !== '';

/** As the API takes it; `hasRestricted`: whether the site has restricted accounts. The archive counts where it is the template. */
export function requestOf(
  wish: ProjectWish,
  hasRestricted: boolean,
  archive?: { name: string; size: number },
): components['schemas']['NewProject'] {
  const template = wish.template === tableTemplate ? emptyTemplate : wish.template;
  const [kind, name = ''] = template.split(':');
  const start =
    kind === 'id'
      ? { template_id: Number(name) }
      : kind === archiveTemplate
        ? { from_archive: { file_name: archive?.name ?? '', file_size: archive?.size ?? 0 } }
        : { xml_template_name: name };
  return {
    label: wish.label.trim(),
    shortname: wish.shortName,
    description: wish.description.trim(),
    is_public: wish.isPublic,
    ...(hasRestricted ? { allow_restricted: wish.allowsRestricted } : {}),
    ...start,
    fields: Object.entries(wish.fields)
      .filter(([, value]) => value.trim() !== '')
      .map(([id, value]) => ({ field_id: Number(id), value })),
    categories: Object.entries(wish.categories).map(([id, value]) => ({ category_id: Number(id), value_id: value })),
  };
}

/** A wish out of a draft; what is not there, or of another kind, is as at the start. */
export function readWish(value: unknown): ProjectWish {
  if (!isRecord(value)) return emptyWish;
  const flag = (key: keyof ProjectWish): boolean => value[key] === true;
  const entries = (key: string): [string, unknown][] => Object.entries(isRecord(value[key]) ? value[key] : {});
  return {
    template: textIn(value, 'template') ?? '',
    label: textIn(value, 'label') ?? '',
    shortName: textIn(value, 'shortName') ?? '',
    isShortNameOwn: flag('isShortNameOwn'),
    description: textIn(value, 'description') ?? '',
    isPublic: flag('isPublic'),
    hasSamples: flag('hasSamples'),
    allowsRestricted: flag('allowsRestricted'),
    fields: Object.fromEntries(
      entries('fields').flatMap(([id, text]) => (typeof text === 'string' ? [[id, text] as const] : [])),
    ),
    categories: Object.fromEntries(
      entries('categories').flatMap(([id, chosen]) => (typeof chosen === 'number' ? [[id, chosen] as const] : [])),
    ),
  };
}
