// Counts of forms of the language that make code harder to read.
import ts from "typescript";

/** A source file with its text. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

const parsed = ({ file, text }: SourceText) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** The nodes of the sources that satisfy a predicate, as `file:line`. */
function placesOf(sources: readonly SourceText[], predicate: (node: ts.Node) => boolean): string[] {
  return sources.flatMap((each) => {
    const source = parsed(each);
    const found: string[] = [];
    const visit = (node: ts.Node) => {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (predicate(node)) found.push(`${each.file}:${line}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** A rest parameter with the type of a tuple is as many as the tuple has. */
const parametersIn = ({ dotDotDotToken, type }: ts.ParameterDeclaration) =>
  dotDotDotToken && type && ts.isTupleTypeNode(type) ? type.elements.length : 1;

const isLongList = (node: ts.Node) =>
  ts.isFunctionLike(node) &&
  "body" in node &&
  node.body !== undefined &&
  node.parameters.reduce((sum, each) => sum + parametersIn(each), 0) > 3;

/** Functions with four or more parameters. */
export const longParameterLists = (sources: readonly SourceText[]) => placesOf(sources, isLongList);

/** The initializer without type assertions. */
const bare = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;

const isParallel = (node: ts.Node) =>
  ts.isVariableDeclaration(node) &&
  ts.isArrayBindingPattern(node.name) &&
  node.initializer !== undefined &&
  ts.isArrayLiteralExpression(bare(node.initializer));

/** Statements like `const [a, b] = [x, y]`. */
export const parallelAssignments = (sources: readonly SourceText[]) => placesOf(sources, isParallel);

const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));

/** The names of values and types that a statement declares. */
function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

/** Top-level names that several files define, each with these files. */
export function sharedNames(sources: readonly SourceText[]): [name: string, files: string[]][] {
  const filesOf = new Map<string, string[]>();
  for (const source of sources) {
    for (const name of new Set(parsed(source).statements.flatMap(declaredNames))) {
      filesOf.set(name, [...(filesOf.get(name) ?? []), source.file]);
    }
  }
  return [...filesOf].filter(([, files]) => files.length > 1);
}
