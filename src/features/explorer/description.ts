// What the description of the API says beyond the routes: introduction and example requests.
import type { Steps } from '../../platform/concurrency/time-slices.ts';
import { describeApi } from '../../platform/openapi/describe-api.ts';
import type { Route } from '../../platform/http/index.ts';
import type { OpenApiDocument } from '../../platform/openapi/describe-api.ts';
import { programVersion } from '../site/index.ts';

const description = `Tepal's REST API. Every path also answers below \`/api/v1\`.

Requests and answers are JSON, or XML where \`Content-Type\` or \`Accept\` ask for \`application/xml\`: the root is
\`request\` or \`response\`, a key is an element, an entry of a list is an \`item\`.

Sign in with a token (\`POST /tokens\`, then the headers \`X-Auth-Token\` and \`X-Auth-UserId\`), with an access key
(\`X-Auth-AccessKey\`) or with HTTP Basic authentication.

Files and streams are not among these paths: attachments come and go at the addresses that \`html_url\` and \`upload_href\` name, the
latter by the tus protocol; events stream at \`/api/events/stream\`; Git is at \`clone_http_url\`.

To change an artifact without overwriting somebody else's change, send the \`ETag\` you read as \`If-Match\`; a newer
version answers 412.`;

const examples: Readonly<Record<string, unknown>> = {
  'POST /tokens': { username: 'alice', password: 'your password' },
  'POST /projects': { shortname: 'orchard', label: 'Orchard', is_public: false, xml_template_name: 'scrum' },
  'PATCH /pull_requests/:id/labels': { add: [{ label: 'Emergency' }], remove: [{ id: 12 }] },
  'POST /artifacts': {
    tracker: { id: 1 },
    values: [
      { field_id: 10, value: 'The login page is slow' },
      { field_id: 11, bind_value_ids: ['101'] },
    ],
  },
  'PUT /artifacts/:id': {
    values: [{ field_id: 10, value: 'The login page is slow on mobile' }],
    comment: { body: 'Measured on two phones.', format: 'text' },
  },
};

const tags = {
  'Absent tools':
    'Tools that Tepal does not have: they answer as an empty one does, for clients that look through all of them.',
  'Access keys': 'Keys that programs send in place of a password.',
  Agents: 'Assistants that work for a person.',
  Artifacts: 'Stories, bugs, tasks: their values, comments, links and history.',
  Boards: 'Boards of milestones, and how they are set up.',
  Crosstracker: 'Queries over several trackers and projects.',
  Dashboards: 'Dashboards of people and projects.',
  Events: 'What happened, to poll, and webhooks that are told.',
  Git: 'Git repositories: who may, what they hold, how it came about, what builds say.',
  Kanban: 'Kanban boards, their columns and cards.',
  Mail: 'Mail that changes artifacts, and mail about them.',
  Planning: 'Plannings, milestones and backlogs.',
  Programs: 'Features that teams do together, planned in increments.',
  Projects: 'Projects, what they offer, and how they look.',
  Labels: 'Words that pull requests of a project carry, and what carries them.',
  'Pull requests': 'Branches that are asked to be merged: what they change, what is said about it, what comes of it.',
  Reports: 'Kept queries of a tracker with their tables, charts and boards.',
  'SSH keys': 'Public keys by which Git over SSH knows people.',
  Search: 'Full text.',
  Server: 'The site itself: version, settings, logs of what it does.',
  Sessions: 'Browsers that are signed in.',
  Subversion: 'Subversion repositories.',
  'Temporary files': 'Files that no artifact has yet.',
  Tokens: 'Tokens that programs get for a password.',
  Trackers: 'Trackers: fields, permissions, semantics, and pages of their artifacts.',
  'User groups': 'Groups of a project and their members.',
  Users: 'Accounts, what they belong to, and what is theirs.',
  Workflows: 'Transitions, rules and triggers of trackers.',
};

/** The OpenAPI document of these routes, which are all that Tepal has, in steps of one operation each. */
export function describeTepal(routes: readonly Omit<Route<never>, 'run'>[]): Steps<OpenApiDocument> {
  const urls = new Set(routes.map((route) => `${route.method} ${route.url}`));
  return describeApi(routes, {
    title: 'Tepal',
    version: programVersion,
    description,
    basePath: '/api',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    tags,
    absentTag: 'Absent tools',
    examples: Object.fromEntries(Object.entries(examples).filter(([operation]) => urls.has(operation))),
  });
}
