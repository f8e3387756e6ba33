// What becomes of the file that says what only Tepal knows of a project.
import { each, kept, stored } from '../xml/outcome.ts';

const service = each('@rank @icon', stored('its place and its icon'));

/** `<tepal_details>`. */
export const detailsOutcome = stored('what only Tepal knows of the project', {
  service: stored('service', { '@shortname': stored('which one'), ...service }),
  own_service: stored('service of its own', { '@place': stored('which one'), ...service }),
  tracker: stored('tracker', {
    '@id': stored('which one'),
    '@is_deleted': stored('whether it is marked as deleted'),
    field: stored('field', {
      ...each(
        '@REF @is_deleted @original_field_id @use_it @required @notifications',
        stored('which one, and what it is'),
      ),
      property: stored('what it is told', each('@name @value', stored('which property'))),
    }),
    report: stored('report', {
      '@place': stored('which one'),
      criteria: stored('criterion', { '@field': stored('field'), criteria_value: kept('what is looked for') }),
      own_renderer: stored('renderer', {
        ...each('@place @is_only_here', stored('which one')),
        renderer: kept('how results are shown'),
      }),
    }),
    semantic: kept('semantic of a type that Tepal does not know'),
  }),
  block: stored('element of the project', {
    '@name': stored('which one'),
    ...each('dashboards agiledashboard', kept('as the feature that reads it has it')),
  }),
  artifact: stored('artifact', {
    '@id': stored('which one'),
    '@rank': stored('its place in the order of artifacts'),
    changeset: stored('changeset', {
      ...each('@place @agent', stored('which one, and the agent that made it for its author')),
      emptied_steps: stored('field whose steps were all taken away'),
    }),
  }),
});
