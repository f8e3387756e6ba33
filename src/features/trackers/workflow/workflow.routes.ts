// Routes of workflows: transitions with their actions, rules between fields, triggers.
import { Type } from 'typebox';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { FieldRules } from './field-rules.service.ts';
import type { Transitions } from './transitions.service.ts';
import * as schema from './workflow.schema.ts';

const route = routesFor<Viewer>();
const tag = 'Workflows';

export const workflowRoutes = (transitions: Transitions, rules: FieldRules): Route<Viewer>[] => [
  ...transitionRoutes(transitions),
  ...actionRoutes(transitions),
  ...ruleRoutes(rules),
  ...triggerRoutes(rules),
];

const transitionRoutes = (transitions: Transitions): Route<Viewer>[] => [
  route({
    method: 'POST',
    url: '/tracker_workflow_transitions',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Create a transition of a tracker’s workflow',
    body: schema.NewTransition,
    responses: { 201: schema.TransitionReference },
    async handler({ viewer, body }) {
      const id = await transitions.create(viewer, body);
      return { status: 201, body: { id, uri: `tracker_workflow_transitions/${id}` } };
    },
  }),
  route({
    method: 'GET',
    url: '/tracker_workflow_transitions/:id',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'One transition with its conditions, for administrators of the tracker',
    params: IdParams,
    responses: { 200: schema.Transition },
    handler: async ({ viewer, params }) => ({ body: await transitions.read(viewer, params.id) }),
  }),
  route({
    method: 'PATCH',
    url: '/tracker_workflow_transitions/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Change conditions of a transition; in simple mode of all into the same value',
    params: IdParams,
    body: schema.TransitionChange,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await transitions.change(viewer, params.id, body);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    url: '/tracker_workflow_transitions/:id',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Delete a transition',
    params: IdParams,
    responses: { 200: null },
    async handler({ viewer, params }) {
      await transitions.remove(viewer, params.id);
      return {};
    },
  }),
];

const actionRoutes = (transitions: Transitions): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/tracker_workflow_transitions/:id/actions',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Actions of a transition',
    params: IdParams,
    responses: { 200: Type.Array(schema.ShownPostAction) },
    handler: async ({ viewer, params }) => ({ body: await transitions.listActions(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/tracker_workflow_transitions/:id/actions',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace the actions of a transition; in simple mode of all transitions to the same value',
    params: IdParams,
    body: schema.PostActionList,
    responses: { 200: null },
    async handler({ viewer, params, body }) {
      await transitions.replaceActions(viewer, params.id, body);
      return {};
    },
  }),
];

const ruleRoutes = (rules: FieldRules): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/workflow_rules',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Rules between dates and between lists of a tracker, for its administrators',
    params: IdParams,
    responses: { 200: schema.WorkflowRules },
    handler: async ({ viewer, params }) => ({ body: await rules.readRules(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id/workflow_rules',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace all rules between fields of a tracker',
    params: IdParams,
    body: schema.WorkflowRules,
    responses: { 200: schema.WorkflowRules },
    async handler({ viewer, params, body }) {
      await rules.replaceRules(viewer, params.id, body);
      return { body };
    },
  }),
];

const triggerRoutes = (rules: FieldRules): Route<Viewer>[] => [
  route({
    method: 'GET',
    url: '/trackers/:id/workflow_triggers',
    access: 'signed-in',
    kind: 'single',
    tag,
    summary: 'Triggers by which children of artifacts set a field of their parent, for administrators of the tracker',
    params: IdParams,
    responses: { 200: schema.Triggers },
    handler: async ({ viewer, params }) => ({ body: await rules.readTriggers(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    url: '/trackers/:id/workflow_triggers',
    access: 'signed-in',
    kind: 'action',
    tag,
    summary: 'Replace all triggers that set fields of a tracker',
    params: IdParams,
    body: schema.Triggers,
    responses: { 200: schema.Triggers },
    async handler({ viewer, params, body }) {
      await rules.replaceTriggers(viewer, params.id, body);
      return { body };
    },
  }),
];
