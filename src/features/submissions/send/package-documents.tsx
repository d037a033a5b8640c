import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSubmissionTargets } from '#src/entities/submission/use-submissions.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AddDocument } from './add-document.tsx';
import type { Asked, Check } from './send-request.ts';

type Document = Check['documents'][number];
type Props = { check: Check; asked: Asked; onAdded: () => void };

/** The documents of the package. One that the caregiver lacks is added here, where the source takes documents. */
export function PackageDocuments({ check, asked, onAdded }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { all } = useSubmissionTargets();
  const adding = useEditor(AddDocument, {
    asked,
    check,
    onAdded: () => {
      onAdded();
      // The button that opened the dialog goes away with what was missing.
      setTimeout(() => heading.current?.focus());
    },
  });
  const { documents, addsDocuments, fromId } = check;
  const isMissing = documents.some(({ isFound }) => !isFound);
  return (
    <div>
      <h3 ref={heading} tabIndex={-1}>
        Documents of the package
      </h3>
      {documents.length === 0 && <p className="muted">No package asks for documents.</p>}
      <ul>
        {documents.map((document) => (
          <li key={document.id}>
            <State document={document} addsDocuments={addsDocuments} onAdd={adding.open} />
          </li>
        ))}
      </ul>
      {isMissing && !addsDocuments && (
        <p className="muted">{`${nameOf(all, fromId)} takes no documents from here. Add what is missing there, then check again.`}</p>
      )}
      {adding.dialog}
    </div>
  );
}

const nameOf = (targets: readonly { readonly id: number; readonly name: string }[], id: number): string =>
  targets.find((one) => one.id === id)?.name ?? 'The source';

type StateProps = { document: Document; addsDocuments: boolean; onAdd: (document: Document) => void };

function State({ document, addsDocuments, onAdd }: StateProps) {
  const { localDate } = useFormat();
  const { name, isFound, expires, documentType } = document;
  if (isFound)
    return (
      <>
        {name} {expires !== null && <span className="muted">until {localDate(expires)}</span>}
      </>
    );
  return (
    <span className="send-missing">
      {name} <StateBadge tone="bad">Missing</StateBadge>
      {documentType === null && <Link to={pathTo('/submissionmappingdoc')}>Map it to a document of the source</Link>}
      {documentType !== null && addsDocuments && (
        <OnlineButton size="compact-sm" variant="default" aria-label={`Add a document: ${name}`} onClick={() => onAdd(document)}>
          Add a document
        </OnlineButton>
      )}
    </span>
  );
}
