// The types of fields that the pages know, by what the wire calls them, in the order in which the form designer offers them.
import { artifactLink } from './artifact-link/artifact-link.ts';
import { computed } from './computed/computed.ts';
import { date } from './date/date.ts';
import type { FieldType } from './field-type.ts';
import { file } from './file/file.ts';
import { boxes, picker, radios, shared, tags } from './list/list.ts';
import { number, whole } from './number/number.ts';
import { openList } from './open-list/open-list.ts';
import { permission } from './permission/permission.ts';
import { burndown, burnup } from './read-only/charts.ts';
import * as own from './read-only/read-only.ts';
import { executedSteps, steps } from './steps/steps.ts';
import { column, fieldset, lineBreak, separator, staticText } from './structure/structure.ts';
import { line, text } from './text/text.ts';

export const types = {
  string: line,
  text,
  int: whole,
  float: number,
  date,
  sb: picker,
  rb: radios,
  msb: tags,
  cb: boxes,
  tbl: openList,
  shared,
  fieldset,
  column,
  staticrichtext: staticText,
  separator,
  linebreak: lineBreak,
  art_link: artifactLink,
  file,
  perm: permission,
  computed,
  burndown,
  burnup,
  ttmstepdef: steps,
  ttmstepexec: executedSteps,
  aid: own.artifactId,
  atid: own.trackerNumber,
  subby: own.actor,
  subon: own.ownDate,
  luby: own.actor,
  lud: own.updateDate,
  cross: own.references,
  priority: own.rank,
} satisfies Record<string, FieldType>;

export const known: ReadonlyMap<string, FieldType> = new Map(Object.entries(types));

/** What others know of a type that the pages do not know. */
const unknown: FieldType = { group: 'special' };

export const fieldTypeOf = (type: string): FieldType => known.get(type) ?? unknown;
