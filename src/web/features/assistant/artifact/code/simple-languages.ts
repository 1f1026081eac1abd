import { StreamLanguage } from '@codemirror/language';

const DIAGRAMS =
  /^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|journey|mindmap|timeline|gitGraph|quadrantChart|xychart-beta|sankey-beta|block-beta|requirementDiagram)\b/;
const WORDS =
  /^(?:subgraph|end|direction|participant|actor|activate|deactivate|note|loop|alt|else|opt|par|and|critical|break|rect|class|state|section|title|dateFormat|axisFormat|style|classDef|linkStyle|click|as|over|left of|right of|TB|TD|BT|RL|LR)\b/;

/** A simple highlighter for Mermaid, because no maintained grammar exists. */
export const mermaid = StreamLanguage.define({
  name: 'mermaid',
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^%%.*/)) return 'comment';
    if (stream.match(/^"[^"]*"?/)) return 'string';
    if (stream.match(/^\|[^|]*\|/)) return 'string';
    if (stream.match(DIAGRAMS)) return 'keyword';
    if (stream.match(WORDS)) return 'keyword';
    if (stream.match(/^[<ox]?(?:--+|==+|-\.+-?)(?:>>?|[ox](?=\s|$))?|^->>?|^\.\.>?/)) return 'operator';
    if (stream.match(/^[[\](){}]+/)) return 'bracket';
    if (stream.match(/^\d+(?:\.\d+)?\b/)) return 'number';
    if (stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u)) return 'variableName';
    stream.next();
    return null;
  },
});

interface CsvState {
  /** True in the first line, which names the columns. */
  isHeading: boolean;
  /** True inside a quoted cell, which may go on in the next line. */
  isQuoted: boolean;
}

/** Comma-separated values: headings, numbers and quoted cells. */
export const csv = StreamLanguage.define<CsvState>({
  name: 'csv',
  startState: () => ({ isHeading: true, isQuoted: false }),
  token(stream, state) {
    const { isHeading } = state;
    if (!state.isQuoted && stream.match(/^[,;\t]/)) {
      if (stream.eol()) state.isHeading = false;
      return 'operator';
    }
    if (state.isQuoted || stream.match(/^"/)) {
      state.isQuoted = !stream.match(/^(?:[^"]|"")*"/);
      if (state.isQuoted) stream.skipToEnd();
      if (stream.eol() && !state.isQuoted) state.isHeading = false;
      return isHeading ? 'keyword' : 'string';
    }
    const isNumber = stream.match(/^\s*[-+]?\$?\d[\d,.]*%?\s*(?=[,;\t]|$)/);
    if (!isNumber && !stream.match(/^[^,;\t"]+/)) stream.next();
    if (stream.eol()) state.isHeading = false;
    if (isHeading) return 'keyword';
    return isNumber ? 'number' : null;
  },
});
