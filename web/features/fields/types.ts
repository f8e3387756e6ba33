// The types of fields that the pages know, by what the wire calls them, in the order in which the form designer offers them.
import type { FieldType } from './field-type.ts';
import * as lists from './lists.ts';
import * as special from './special.ts';
import * as texts from './texts.ts';

export const types = {
  string: texts.line,
  text: texts.text,
  int: texts.whole,
  float: texts.number,
  date: texts.date,
  sb: lists.picker,
  rb: lists.radios,
  msb: lists.tags,
  cb: lists.boxes,
  tbl: lists.openList,
  fieldset: special.fieldset,
  column: special.column,
  staticrichtext: special.staticText,
  separator: special.separator,
  linebreak: special.lineBreak,
  art_link: special.links,
  file: special.files,
  perm: special.groups,
  computed: special.sum,
  burndown: special.burndown,
  burnup: special.burnup,
  ttmstepdef: special.steps,
  ttmstepexec: special.executedSteps,
  aid: special.artifactId,
  atid: special.trackerNumber,
  subby: special.actor,
  subon: special.ownDate,
  luby: special.actor,
  lud: special.updateDate,
  cross: special.references,
  priority: special.rank,
} satisfies Record<string, FieldType>;
