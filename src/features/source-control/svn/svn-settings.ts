// Settings of Subversion repositories as rows keep them.
import type { Static } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import { StoredSettings } from './svn.schema.ts';

export const readSettings = storedJson(StoredSettings);

/** Of a repository for which nobody said otherwise. */
export const usualSettings: Static<typeof StoredSettings> = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  access_file: '',
  has_default_permissions: true,
  email_notifications: [],
};
