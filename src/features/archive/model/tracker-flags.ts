// The switches of a tracker under the names that archives give them.
import type { TrackerFlags } from './archive-model.ts';

/** Values by attribute; undefined where the archive says nothing. */
export const attributesOfFlags = (flags: TrackerFlags) => ({
  instantiate_for_new_projects: flags.instantiateForNewProjects,
  allow_copy: flags.allowCopy,
  log_priority_changes: flags.logPriorityChanges,
  enable_emailgateway: flags.enableEmailGateway,
  stop_notification: flags.stopNotification,
  notifications_level: flags.notificationsLevel,
  is_displayed_in_new_dropdown: flags.isDisplayedInNewDropdown,
  use_private_comments: flags.usePrivateComments,
  should_send_event_in_notification: flags.shouldSendEventInNotification,
  enable_move_artifacts: flags.enableMoveArtifacts,
});
