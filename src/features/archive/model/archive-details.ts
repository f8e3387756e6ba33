// What only Tepal knows of an archive: it stands in a file beside project.xml, which other programs pass over.
import type { XmlElement } from '../xml/xml-tree.ts';
import type { RawBlock } from './archive-model.ts';

/** At the top of an archive. */
export const detailsFile = 'tepal-details.xml';
export const detailsElement = 'tepal_details';

/** What is undefined is as project.xml says. */
export interface FieldDetails {
  readonly isDeleted: boolean;
  /** The field that it shares, which project.xml has as a field of its own. */
  readonly originalFieldRef: string | undefined;
  readonly useIt: boolean | undefined;
  readonly required: boolean | undefined;
  readonly notifications: boolean | undefined;
  /** All of them. */
  readonly properties: Readonly<Record<string, string>> | undefined;
}

export interface ReportDetails {
  /** `<criteria_value>` by the reference of the field. */
  readonly criteria: ReadonlyMap<string, XmlElement>;
  /** `<renderer>` in the order of their places; project.xml has none where one is only here. */
  readonly renderers: readonly { readonly place: number; readonly isOnlyHere: boolean; readonly element: XmlElement }[];
}

export interface TrackerDetails {
  readonly isDeleted: boolean;
  /** By reference. */
  readonly fields: ReadonlyMap<string, FieldDetails>;
  /** By their places in the tracker. */
  readonly reports: ReadonlyMap<number, ReportDetails>;
  /** Of types that the format has none of. */
  readonly semantics: readonly RawBlock[];
}

interface ServiceDetails {
  readonly rank: number;
  readonly icon: string;
}

/** Of changesets of one artifact, by their places. */
export type ChangesetDetails = ReadonlyMap<
  number,
  { readonly agent: string | undefined; readonly emptiedSteps: readonly string[] }
>;

/** All but what it says of artifacts. */
export interface ArchiveDetails {
  /** Services of the site by short name; own ones by their place. */
  readonly services: ReadonlyMap<string, ServiceDetails>;
  readonly ownServices: ReadonlyMap<number, ServiceDetails>;
  /** By reference. */
  readonly trackers: ReadonlyMap<string, TrackerDetails>;
  /** Elements of the project in place of those that project.xml has. */
  readonly blocks: readonly XmlElement[];
}
