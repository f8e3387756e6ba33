// The format of archives as rules, written from what the schema of its origin says: what an export may hold, so that the other
// program, which checks its schema first, reads it. Facts: the reference of project.xml, pages 70 and 81.
import assert from 'node:assert/strict';
import { openArchive } from '../../src/features/archive/reading/archive-source.ts';
import { parseXml } from '../../src/features/archive/xml/xml-tree.ts';
import type { XmlElement } from '../../src/features/archive/xml/xml-tree.ts';

/** Attributes and children by name; a name may end in `?`, children also in `*` or `+`. */
interface Rule {
  /** Such as `ID:newName rank:long use_it?:bit`; without a kind any text is right. */
  readonly attributes?: string;
  /** In this order, unless `isMixed`. */
  readonly children?: Readonly<Record<string, Rule>>;
  readonly isMixed?: boolean;
  /** What its text is; without it there must be none. */
  readonly text?: string;
  /** Further rules by the value of an attribute. */
  readonly by?: { readonly attribute: string; readonly rules: Readonly<Record<string, Rule>>; readonly other?: Rule };
}

const kinds: Readonly<Record<string, RegExp>> = {
  any: /^/,
  filled: /\S/,
  long: /^\s*[+-]?\d+\s*$/,
  longOrNone: /^\s*([+-]?\d+)?\s*$/,
  float: /^\s*([+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?INF)?\s*$/,
  bit: /^[01]$/,
  bool: /^\s*(0|1|true|false)\s*$/,
  boolOrNone: /^\s*(0|1|true|false)?\s*$/,
  newName: /^[A-Za-z_][\w.-]*$/,
  oldName: /^[A-Za-z_][\w.-]*$/,
  short: /^[a-zA-Z0-9_-]+$/,
  item: /^[a-zA-Z0-9_]+$/,
  field: /^\s*[a-z0-9_-]+\s*$/,
  nothing: /^$/,
};

const text: Rule = { text: 'any' };
const refTo: Rule = { attributes: 'REF:oldName' };
const listOf = (name: string, rule: Rule): Rule => ({ children: { [name]: rule } });
const byType = (rules: Readonly<Record<string, Rule>>, other?: Rule): Rule => ({
  attributes: 'type',
  by: { attribute: 'type', rules, ...(other === undefined ? {} : { other }) },
});
const member: Rule = { attributes: 'format:username|ldap|id', text: 'any' };
const person: Rule = {
  by: {
    attribute: 'format',
    rules: { email: { attributes: 'format is_anonymous?:bool' } },
    other: { attributes: 'format:username|ldap|id' },
  },
  text: 'any',
};
const moment: Rule = { attributes: 'format:ISO8601', text: 'any' };
const formatted: Rule = { attributes: 'format:text|html|commonmark', text: 'any' };
const groups = listOf('ugroup*', text);

const comment: Rule = {
  children: { submitted_by: person, submitted_on: moment, body: formatted, 'private_ugroups?': groups },
};
const listValue = (attributes: string): Rule => ({
  by: { attribute: 'format', rules: {}, other: { attributes } },
  text: 'any',
});
const byBind = (rules: Readonly<Record<string, Rule>>): Rule => ({
  attributes: 'bind',
  by: { attribute: 'bind', rules },
});
const values = (rule: Rule): Rule => listOf('value*', rule);
const one = (rule: Rule): Rule => listOf('value', rule);
const fieldChange: Rule = {
  attributes: 'field_name type',
  by: {
    attribute: 'type',
    rules: {
      string: one(text),
      text: one({ attributes: 'format?:text|html|commonmark', text: 'any' }),
      int: one({ text: 'longOrNone' }),
      float: one({ text: 'float' }),
      date: one({ attributes: 'format?:ISO8601', text: 'any' }),
      computed: {
        children: {
          'value?': { text: 'float' },
          'manual_value?': { text: 'float' },
          'is_autocomputed?': { text: 'boolOrNone' },
        },
      },
      file: listOf('value+', { attributes: 'ref?:oldName' }),
      art_link: values({ attributes: 'nature?', text: 'long' }),
      list: byBind({
        static: values(listValue('format?:id')),
        users: values({ by: { attribute: 'format', rules: { '': { text: 'nothing' } }, other: person }, text: 'any' }),
        ugroups: values({
          by: { attribute: 'format', rules: { '': { text: 'nothing' } }, other: { attributes: 'format:id' } },
          text: 'any',
        }),
      }),
      open_list: byBind({
        static: values(listValue('format?:label|id')),
        ugroups: values(listValue('format?:label|id')),
        users: values({
          by: {
            attribute: 'format',
            rules: { label: { attributes: 'format' }, '': {}, email: { attributes: 'format is_anonymous?:bool' } },
            other: { attributes: 'format:id|username|ldap' },
          },
          text: 'any',
        }),
      }),
      permissions_on_artifact: {
        attributes: 'use_perm:bool',
        children: {
          'ugroup*': {
            by: {
              attribute: 'ugroup_id',
              rules: { '': { attributes: 'ugroup_name' } },
              other: { attributes: 'ugroup_id:long' },
            },
          },
        },
      },
    },
  },
};
const step: Rule = { children: { description: formatted, expected_results: formatted } };
const artifact: Rule = {
  attributes: 'id:long tracker_id?:long',
  children: {
    'changeset*': {
      attributes: 'id?:newName',
      children: {
        submitted_by: person,
        submitted_on: moment,
        comments: listOf('comment*', comment),
        'field_change*': fieldChange,
        'external_field_change*': { attributes: 'field_name type:ttmstepdef', children: { 'step+': step } },
      },
    },
    'file*': {
      attributes: 'id:newName',
      children: { filename: text, path: text, filesize: { text: 'long' }, filetype: text, description: text },
    },
  },
};

const color: Rule = {
  attributes: 'REF?:oldName',
  by: {
    attribute: 'tlp_color_name',
    rules: { '': { attributes: 'r:long g:long b:long' } },
    other: { attributes: 'tlp_color_name' },
  },
};
const bind: Rule = {
  attributes: 'type',
  by: { attribute: 'type', rules: { static: { attributes: 'is_rank_alpha:bit' }, users: {}, ugroups: {} } },
  children: {
    'items?': listOf('item*', {
      attributes: 'ID?:newName label:filled is_hidden?:bit',
      children: { 'description?': text },
    }),
    'decorators?': listOf('decorator*', color),
    'default_values?': listOf('value*', { by: { attribute: 'REF', rules: { '': person }, other: refTo }, text: 'any' }),
  },
};
const fieldHead = 'type ID:newName rank:long id?:long tracker_id?:long parent_id?:long';
const properties: Rule = {
  attributes:
    'maxchars?:long size?:long rows?:long cols?:long static_value? default_value? hint? target_field_name? fast_compute?:bit use_capacity?:bit include_weekends?:bit display_time?:bit use_cache?:bit can_edit_reverse_links?:bit',
};
const plugin: Rule = {
  attributes: `${fieldHead}`,
  children: { name: { text: 'field' }, label: text, 'description?': text },
};
/** Fields stand in each other, so the rule names itself. */
const formElements: Rule = {
  isMixed: true,
  children: {
    get 'formElement*'(): Rule {
      return {
        attributes: `${fieldHead} use_it?:bit scope?:S|P required?:bit notifications?:bit`,
        children: {
          name: { text: 'field' },
          label: text,
          'description?': text,
          'properties?': properties,
          'bind?': bind,
          'formElements?': formElements,
        },
        by: { attribute: 'type', rules: { shared: { children: { 'no shared field': {} } } }, other: {} },
      };
    },
    'externalField*': plugin,
  },
};

const named = (rest: Readonly<Record<string, Rule>>): Rule => ({
  children: { shortname: text, label: text, description: text, ...rest },
});
const timeframe: Rule = {
  children: {
    'start_date_field?': refTo,
    'duration_field?': refTo,
    'end_date_field?': refTo,
    'inherited_from_tracker?': { attributes: 'id' },
  },
};
const semantic = byType({
  title: named({ field: refTo }),
  description: named({ field: refTo }),
  contributor: named({ field: refTo }),
  initial_effort: named({ field: refTo }),
  velocity: named({ field: refTo }),
  status: named({ field: refTo, open_values: listOf('open_value*', refTo) }),
  done: named({ closed_values: listOf('closed_value*', refTo) }),
  tooltip: listOf('field*', refTo),
  plugin_cardwall_card_fields: { children: { 'field*': refTo, 'background-color?': refTo } },
  timeframe,
  progress: {
    children: {
      'total_effort_field?': refTo,
      'remaining_effort_field?': refTo,
      'artifact_link_type?': { attributes: 'shortname' },
    },
  },
});

const ruleValue: Rule = { by: { attribute: 'REF', rules: { '': { attributes: 'is_none:1' } }, other: refTo } };
const pair = { source_field: refTo, target_field: refTo };
const listRules = listOf('rule*', { children: { ...pair, source_value: ruleValue, target_value: ruleValue } });
const dateRules = listOf('rule*', { children: { ...pair, comparator: { attributes: 'type' } } });

const chart = (attributes: string): Rule => ({ attributes });
const renderer: Rule = {
  attributes: 'type rank:long ID?:newName id?:long report?:long',
  by: {
    attribute: 'type',
    rules: {
      table: {
        attributes: 'chunksz:long multisort?:long',
        children: {
          'columns?': listOf('field*', { attributes: 'REF:oldName artlink-nature? artlink-nature-format?' }),
          'sort?': listOf('field*', refTo),
        },
      },
      plugin_cardwall: { attributes: 'field_id?:oldName' },
      plugin_graphontrackersv5: {
        children: {
          'charts?': listOf('chart*', {
            attributes: 'type width:long height:long rank:long',
            children: { title: text, 'description?': text },
            by: {
              attribute: 'type',
              rules: {
                gantt: chart(
                  'scale? as_of_date? start?:oldName due?:oldName finish?:oldName righttext?:oldName summary?:oldName percentage?:oldName',
                ),
                pie: chart('base?:oldName'),
                bar: chart('base?:oldName group?:oldName'),
                burnup: chart('start_date? duration?:long remaining_field?:oldName done_field?:oldName'),
                burndown: chart('start_date? duration?:long effort_field?:oldName'),
                cumulative_flow: chart('start_date? stop_date? scale? effort_field?:oldName'),
              },
            },
          }),
        },
      },
    },
  },
  children: { name: text, 'description?': text },
};
const report: Rule = {
  attributes:
    'is_default?:bit is_query_displayed?:bit is_in_expert_mode?:bit expert_query? id? tracker_id?:long current_renderer_id?:long user_id?:long parent_report_id?:long',
  children: {
    name: text,
    'description?': text,
    criterias: listOf('criteria*', {
      attributes: 'rank:long is_advanced?:bit id?:long report?:long',
      children: {
        field: refTo,
        'criteria_value?': byType({
          text: { text: 'any' },
          list: { children: { 'none_value?': {}, 'selected_value*': refTo } },
        }),
      },
    }),
    renderers: listOf('renderer*', renderer),
  },
};

const permitted: Rule = listOf('permission*', { attributes: 'ugroup' });
const conditions = listOf(
  'condition*',
  byType({
    perms: { children: { permissions: permitted } },
    notempty: listOf('field+', refTo),
    commentnotempty: { attributes: 'is_comment_required:bit' },
  }),
);
const toField = (attributes: string): Rule => ({ attributes, children: { field_id: refTo } });
const actions: Readonly<Record<string, Rule>> = {
  'postaction_field_date*': toField('valuetype:long'),
  'postaction_field_int*': toField('value:long'),
  'postaction_field_float*': toField('value:float'),
  'postaction_ci_build*': { attributes: 'job_url' },
  'postaction_add_to_top_backlog?': {},
  'postaction_add_to_program_top_backlog?': {},
};
const simpleActions: Readonly<Record<string, Rule>> = {
  'postaction_frozen_fields?': listOf('field_id+', refTo),
  'postaction_hidden_fieldsets?': listOf('fieldset_id+', refTo),
};
const state: Rule = { attributes: 'REF' };
const transition: Rule = {
  children: {
    from_id: state,
    to_id: state,
    'postactions?': { isMixed: true, children: actions },
    'conditions?': conditions,
  },
};
const head = { 'field_id?': refTo, 'is_used?': { text: 'long' } };
const workflows: Readonly<Record<string, Rule>> = {
  'workflow?': { children: { ...head, 'transitions?': listOf('transition*', transition) } },
  'simple_workflow?': {
    children: {
      ...head,
      'states?': listOf('state+', {
        children: {
          to_id: state,
          'transitions?': listOf('transition+', { children: { from_id: state } }),
          'postactions?': { isMixed: true, children: { ...actions, ...simpleActions } },
          'conditions?': conditions,
        },
      }),
    },
  },
};

const colors = [
  'inca-silver chrome-silver firemist-silver red-wine fiesta-red coral-pink teddy-brown clockwork-orange graffiti-yellow army-green',
  'neon-green acid-green sherwood-green ocean-turquoise surf-green deep-blue lake-placid-blue daphne-blue plum-crazy ultra-violet',
  'lilac-purple panther-pink peggy-pink flamingo-pink',
]
  .join(' ')
  .replaceAll(' ', '|');

/** `<tracker>`, which is also an export of its own. */
const tracker: Rule = {
  attributes:
    'id? parent_id? group_id?:long allow_copy?:bit enable_emailgateway?:bit instantiate_for_new_projects?:bit log_priority_changes?:bit stop_notification?:bit notifications_level?:0|1|2 is_folder?:bool is_displayed_in_new_dropdown?:bool use_private_comments?:bool should_send_event_in_notification?:bool enable_move_artifacts?:bit',
  children: {
    'name?': { text: 'filled' },
    'item_name?': { text: 'item' },
    'description?': text,
    'color?': { text: colors },
    'submit_instructions?': text,
    'browse_instructions?': text,
    cannedResponses: listOf('cannedResponse*', {
      attributes: 'id?:long tracker?:long',
      children: { title: text, body: text },
    }),
    'formElements?': formElements,
    'semantics?': listOf('semantic*', semantic),
    'dependencies?': listRules,
    'rules?': { children: { 'date_rules?': dateRules, 'list_rules?': listRules } },
    'reports?': listOf('report*', report),
    ...workflows,
    'webhooks*': listOf('webhook+', { attributes: 'url' }),
    'permissions?': listOf('permission*', { attributes: 'REF?:oldName scope:tracker|field ugroup type' }),
    'artifacts?': { attributes: 'source_platform?', children: { 'artifact*': artifact } },
    'timetracking?': {},
  },
};

const fieldValue: Rule = { children: { field_id: refTo, field_value_id: refTo } };
const widget: Rule = {
  attributes: 'name',
  children: {
    'preference*': {
      attributes: 'name',
      isMixed: true,
      children: { 'value*': { attributes: 'name', text: 'any' }, 'reference*': { attributes: 'name REF' } },
    },
  },
};
const planning: Rule = {
  attributes: 'name plan_title planning_tracker_id backlog_title',
  children: {
    backlogs: listOf('backlog+', text),
    'permissions?': listOf('permission+', { attributes: 'ugroup type' }),
  },
};
const kanban: Rule = {
  attributes: 'ID:newName tracker_id name is_promoted?:bool',
  children: {
    'column*': { attributes: 'REF:oldName wip?:long' },
    'tracker-reports?': listOf('tracker-report+', { attributes: 'id' }),
  },
};
const wall: Rule = {
  attributes: 'id',
  children: {
    'columns?': listOf('column*', {
      attributes: 'id? label bg_red?:long bg_green?:long bg_blue?:long tlp_color_name?',
    }),
    'mappings?': listOf('mapping*', {
      attributes: 'tracker_id field_id',
      children: { 'values?': listOf('value*', { attributes: 'value_id column_id' }) },
    }),
  },
};

const project: Rule = {
  attributes:
    'unix-name:short full-name description access:public|private|unrestricted|private-wo-restr icon-codepoint? inherit-from-template?:bool',
  isMixed: true,
  children: {
    'long-description': text,
    'banner?': text,
    services: {
      isMixed: true,
      children: {
        'service*': { attributes: 'shortname enabled:bool' },
        'project-defined-service*': { attributes: 'shortname enabled:bool label description link is_in_new_tab?:bool' },
      },
    },
    'ugroups?': {
      attributes: 'mode?:synchronized',
      children: {
        'ugroup+': { attributes: 'name:short description', children: { members: listOf('member*', member) } },
      },
    },
    'dashboards?': listOf('dashboard+', {
      attributes: 'name',
      children: { 'line*': { attributes: 'layout?', children: { 'column+': listOf('widget+', widget) } } },
    }),
    'trackers?': {
      attributes: 'use-natures?:bool',
      children: {
        'tracker*': tracker,
        'triggers?': listOf('trigger_rule*', {
          children: { triggers: listOf('trigger*', fieldValue), condition: text, target: fieldValue },
        }),
        'references?': {},
      },
    },
    'natures?': listOf('nature*', { attributes: 'is_used?:bool', text: 'item' }),
    'agiledashboard?': {
      attributes: 'should_sidebar_display_last_milestones?:bool',
      isMixed: true,
      children: {
        'admin?': listOf('scrum', listOf('explicit_backlog', { attributes: 'is_used:bool' })),
        'top_backlog?': listOf('artifact+', { attributes: 'artifact_id:long' }),
        'plannings?': listOf('planning*', planning),
        'kanban_list?': { attributes: 'title?', children: { 'kanban*': kanban } },
      },
    },
    'cardwall?': listOf('trackers', listOf('tracker*', wall)),
    // What Tepal keeps word for word.
    'svn?': {},
    'git?': {},
    'frs?': {},
    'mediawiki?': {},
    'mediawiki-standalone?': {},
    'docman?': {},
  },
};
/** Elements that are kept word for word: what is in them is as it came. */
const kept = new Set([
  'svn',
  'git',
  'frs',
  'mediawiki',
  'mediawiki-standalone',
  'docman',
  'timetracking',
  'references',
]);

const users: Rule = listOf('user*', {
  children: { id: { text: 'long' }, username: text, realname: text, email: text, ldapid: text },
});

interface Search {
  readonly faults: string[];
  readonly ids: Set<string>;
}

/** The rule with those that the element's attributes choose; `undefined` where they choose none. */
function chooseRule(rule: Rule, element: XmlElement): Rule | undefined {
  if (rule.by === undefined) return rule;
  const { attribute, rules, other } = rule.by;
  const value = element.attributes[attribute] ?? '';
  const chosen = Object.hasOwn(rules, value) ? rules[value] : other;
  if (chosen === undefined) return undefined;
  const { by: _by, ...plain } = rule;
  const merged = {
    ...plain,
    ...chosen,
    attributes: `${plain.attributes ?? ''} ${chosen.attributes ?? ''}`,
    children: { ...plain.children, ...chosen.children },
  };
  return chooseRule(merged, element);
}

const isOfKind = (kind: string, value: string): boolean =>
  Object.hasOwn(kinds, kind) ? kinds[kind]?.test(value) === true : kind.split('|').includes(value);

function checkAttributes(words: string, element: XmlElement, { faults, ids }: Search): void {
  const allowed = new Map(
    words
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => {
        const [, name = '', isOptional, kind = 'any'] = /^([^?:]+)(\??)(?::(.+))?$/.exec(word) ?? [];
        return [name, { isOptional: isOptional === '?', kind }] as const;
      }),
  );
  const place = `line ${element.line}, <${element.name}>`;
  for (const [name, value] of Object.entries(element.attributes)) {
    const known = allowed.get(name);
    if (known === undefined) faults.push(`${place}: attribute ${name}`);
    else if (!isOfKind(known.kind, value)) faults.push(`${place}: ${name}="${value}"`);
    else if (known.kind === 'newName' && ids.has(value)) faults.push(`${place}: ${name}="${value}" twice`);
    if (known?.kind === 'newName') ids.add(value);
  }
  for (const [name, { isOptional }] of allowed)
    if (!isOptional && element.attributes[name] === undefined) faults.push(`${place}: no attribute ${name}`);
}

function checkChildren(rule: Rule, element: XmlElement, search: Search): void {
  const place = `line ${element.line}, <${element.name}>`;
  const known = Object.entries(rule.children ?? {}).map(([word, inner]) => {
    const [, name = '', many = ''] = /^(.*?)([?*+]?)$/.exec(word) ?? [];
    return { name, many, inner };
  });
  let last = 0;
  for (const child of element.children) {
    const at = known.findIndex(({ name }) => name === child.name);
    const inner = known[at]?.inner;
    if (inner === undefined) search.faults.push(`${place}: <${child.name}> inside`);
    else if (rule.isMixed !== true && at < last) search.faults.push(`${place}: <${child.name}> too late`);
    if (inner === undefined) continue;
    last = Math.max(last, at);
    checkElement(inner, child, search);
  }
  for (const { name, many } of known) {
    const count = element.children.filter((child) => child.name === name).length;
    if (count === 0 && (many === '' || many === '+')) search.faults.push(`${place}: no <${name}>`);
    if (count > 1 && (many === '' || many === '?')) search.faults.push(`${place}: ${count} <${name}>`);
  }
}

function checkElement(rule: Rule, element: XmlElement, search: Search): void {
  if (kept.has(element.name)) return;
  const own = chooseRule(rule, element);
  if (own === undefined) {
    search.faults.push(`line ${element.line}, <${element.name}>: ${JSON.stringify(element.attributes)}`);
    return;
  }
  checkAttributes(own.attributes ?? '', element, search);
  checkChildren(own, element, search);
  if (!isOfKind(own.text ?? 'nothing', element.text.trim()))
    search.faults.push(`line ${element.line}, <${element.name}>: text "${element.text.trim().slice(0, 40)}"`);
}

/** References that lead to nothing with that name. */
function findDangling(element: XmlElement, ids: ReadonlySet<string>): string[] {
  const ref = element.attributes['REF'] ?? (element.name === 'value' ? element.attributes['ref'] : undefined);
  const isNone = ref === undefined || ref === 'null' || element.name === 'reference' || ids.has(ref);
  const own = isNone ? [] : [`line ${element.line}, <${element.name}>: nothing is called ${ref}`];
  return kept.has(element.name) ? [] : [...own, ...element.children.flatMap((child) => findDangling(child, ids))];
}

const check = (rule: Rule, root: XmlElement): string[] => {
  const search: Search = { faults: [], ids: new Set() };
  checkElement(rule, root, search);
  return [...search.faults, ...findDangling(root, search.ids)];
};

/** What the format does not allow in an archive, one sentence each. */
export async function listFaults(path: string): Promise<string[]> {
  const source = await openArchive(path);
  try {
    const parse = (file: string): Promise<XmlElement> => parseXml(source.readFile(file), { file });
    return [...check(project, await parse('project.xml')), ...check(users, await parse('users.xml'))];
  } finally {
    await source.close();
  }
}

/** What the format does not allow in a `<tracker>` that stands alone. */
export async function listTrackerFaults(xml: string): Promise<string[]> {
  const root = await parseXml([Buffer.from(xml)], { file: 'tracker.xml' });
  assert.equal(root.name, 'tracker');
  return check(tracker, root);
}
