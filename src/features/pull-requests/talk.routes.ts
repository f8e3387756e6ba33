// Routes of what is said about pull requests, and of who reviews them.
import { Type } from 'typebox';
import { IdParams, paginationHeaders, paginationQuery, routesFor } from '../../platform/http/index.ts';
import type { Route } from '../../platform/http/index.ts';
import type { Viewer } from '../projects/index.ts';
import {
  Comment,
  CommentChange,
  FileDiff,
  InlineComment,
  NewComment,
  NewInlineComment,
  Reply,
  Reviewers,
  ReviewersChange,
  Timeline,
} from './pull-requests.schema.ts';
import { NewReview } from './merging/merge-rules.schema.ts';
import type { Reviews } from './merging/reviews.service.ts';
import type { PullRequestTalk } from './talk.ts';

const route = routesFor<Viewer>();
/** Comments or events of one page. */
const listMax = 50;
const pageDefault = 10;
const tag = 'Pull requests';

export const talkRoutes = (talk: PullRequestTalk): Route<Viewer>[] => [
  ...commentRoutes(talk),
  ...lineRoutes(talk),
  ...reviewRoutes(talk),
];

const commentRoutes = (talk: PullRequestTalk): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/comments',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Comments on a pull request',
    params: IdParams,
    query: Type.Object({
      order: Type.Enum(['asc', 'desc'], { default: 'asc', description: 'asc: oldest first.' }),
      ...paginationQuery(pageDefault, listMax),
    }),
    responses: { 200: Type.Array(Comment) },
    async handler({ viewer, params, query }) {
      const { comments, size } = await talk.listComments(viewer, params.id, query);
      return { body: comments, headers: paginationHeaders({ ...query, size, limitMax: listMax }) };
    },
  }),
  route({
    method: 'POST',
    url: '/pull_requests/:id/comments',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Comment on a pull request, or reply to a comment',
    params: IdParams,
    body: NewComment,
    responses: { 201: Comment },
    handler: async ({ viewer, params, body }) => ({ status: 201, body: await talk.comment(viewer, params.id, body) }),
  }),
  route({
    method: 'PATCH',
    url: '/pull_request_comments/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Edit a comment of your own in Markdown',
    params: IdParams,
    body: CommentChange,
    responses: { 200: Comment },
    handler: async ({ viewer, params, body }) => ({ body: await talk.rewrite(viewer, params.id, body.content) }),
  }),
  route({
    method: 'GET',
    url: '/pull_requests/:id/timeline',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Comments and events, oldest first',
    params: IdParams,
    query: Type.Object(paginationQuery(pageDefault, listMax)),
    responses: { 200: Timeline },
    async handler({ viewer, params, query }) {
      const body = await talk.listTimeline(viewer, params.id, query);
      return { body, headers: paginationHeaders({ ...query, size: body.total_size, limitMax: listMax }) };
    },
  }),
];

const lineRoutes = (talk: PullRequestTalk): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/file_diff',
    access: 'optional',
    kind: 'single',
    tag,
    summary: 'All lines of a file with what changed, and the comments on them',
    params: IdParams,
    query: Type.Object({ path: Type.String({ maxLength: 4096, description: 'Of the file, as it is in the branch.' }) }),
    responses: { 200: FileDiff },
    handler: async ({ viewer, params, query }) => ({ body: await talk.showFile(viewer, params.id, query.path) }),
  }),
  route({
    method: 'POST',
    url: '/pull_requests/:id/inline-comments',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Comment on a line of a file',
    params: IdParams,
    body: NewInlineComment,
    responses: { 201: InlineComment },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await talk.commentLine(viewer, params.id, body),
    }),
  }),
  route({
    method: 'PATCH',
    url: '/pull_request_inline_comments/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Edit a comment of your own on a line, in Markdown',
    params: IdParams,
    body: CommentChange,
    responses: { 200: InlineComment },
    handler: async ({ viewer, params, body }) => ({ body: await talk.rewriteInline(viewer, params.id, body.content) }),
  }),
  route({
    method: 'POST',
    url: '/pull_request_inline_comments/:id/reply',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Reply to a comment on a line',
    params: IdParams,
    body: Reply,
    responses: { 200: InlineComment },
    handler: async ({ viewer, params, body }) => ({ body: await talk.reply(viewer, params.id, body) }),
  }),
];

export const reviewStatusRoutes = (reviews: Reviews): Route<Viewer>[] => [
  route({
    method: 'PUT',
    url: '/pull_requests/:id/verdict',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Approve a pull request, request changes, or withdraw your review',
    params: IdParams,
    body: NewReview,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await reviews.say(viewer, params.id, body);
      return { status: 204 };
    },
  }),
];

const reviewRoutes = (talk: PullRequestTalk): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/pull_requests/:id/reviewers',
    access: 'optional',
    kind: 'list',
    tag,
    summary: 'Reviewers of a pull request',
    params: IdParams,
    responses: { 200: Reviewers },
    handler: async ({ viewer, params }) => ({ body: await talk.listReviewers(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/pull_requests/:id/reviewers',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace the reviewers of a pull request',
    params: IdParams,
    body: ReviewersChange,
    responses: { 204: null },
    async handler({ viewer, params, body }) {
      await talk.setReviewers(viewer, params.id, body);
      return { status: 204 };
    },
  }),
];
