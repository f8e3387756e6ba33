// Who may enter a project, in a word, with what it means.
import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../platform/i18n.ts';
import type { PlainKey } from '../../platform/i18n.ts';
import ui from '../../ui/ui.module.css';

const meanings: Readonly<Record<string, { label: PlainKey; meaning: PlainKey }>> = {
  public: { label: 'projects.public', meaning: 'projects.publicMeans' },
  unrestricted: { label: 'projects.unrestricted', meaning: 'projects.unrestrictedMeans' },
  private: { label: 'projects.private', meaning: 'projects.privateMeans' },
  'private-wo-restr': { label: 'projects.private', meaning: 'projects.closedMeans' },
};

export function PrivacyBadge({ access }: { access: string }): ReactNode {
  const { label, meaning } = meanings[access] ?? {
    label: 'projects.private' as const,
    meaning: 'projects.privateMeans' as const,
  };
  const Icon = access.startsWith('private') ? Lock : Globe;
  return (
    <span className={ui.badge} title={t(meaning)}>
      <Icon size={11} aria-hidden="true" />
      {t(label)}
    </span>
  );
}
