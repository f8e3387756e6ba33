// A file of this computer, read as text: UTF-8, or what older spreadsheets write.
import type { ReactNode } from 'react';
import { useId } from 'react';
import ui from './ui.module.css';

interface Props {
  label: string;
  /** As in the attribute of the element. */
  accept: string;
  onText(text: string): void;
}

async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text;
}

export function FilePick({ label, accept, onText }: Props): ReactNode {
  const id = useId();
  return (
    <div className={ui.field}>
      <label className={ui.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) void readText(file).then(onText);
        }}
      />
    </div>
  );
}
