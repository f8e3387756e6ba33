// What stands beside the link of a service, and that of a project's own.
import {
  Book,
  Bug,
  ChartLine,
  Cloud,
  ExternalLink,
  GitBranch,
  History,
  LifeBuoy,
  MessagesSquare,
  Video,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const icons: Readonly<Record<string, LucideIcon>> = {
  'fa-solid fa-tlp-versioning-git': GitBranch,
  'fa-solid fa-tlp-versioning-svn': History,
  'fas fa-book': Book,
  'fas fa-bug': Bug,
  'fas fa-chart-line': ChartLine,
  'fas fa-cloud': Cloud,
  'fas fa-comments': MessagesSquare,
  'fas fa-life-ring': LifeBuoy,
  'fas fa-video': Video,
};

export function ServiceIcon({ name }: { name: string }): ReactNode {
  const Icon = icons[name] ?? ExternalLink;
  return <Icon aria-hidden="true" size={15} />;
}
