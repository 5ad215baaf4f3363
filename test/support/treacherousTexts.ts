const words = (text: string) => text.split(" ");

const booleans = words("y Y n N yes Yes YES no No NO on On ON off OFF true True TRUE false");
const nullsAndNumbers = words("~ null Null NULL nil .nan .NaN .inf -.Inf +.INF NaN Infinity << = *");
const integers = words(
  "0755 0777 0o14 0o755 012 08 0x1F 0X1f 0B11 0O17 -0X1F +0x1 1__0 0x_1f 0b_1 0b11 -0b1 1_000 +1 -0 00 0 1 1. .5",
);
const floatsAndTimes = words(
  "1:23 1:30 1:30:00 1:23:45 190:20:30.15 -1:30 1e3 1E3 1e+3 12e03 1.5e-7 1e400 9007199254740993 685_230.15 0. 0xg 0o8 1e --1 +. .",
);
const dates = ["2001-01-01", "2020-01-01", "2020-01-01T00:00:00Z", "2001-01-01T00:00:00Z", "2001-1-1 0:0:0"];
const indicators = words("- ? : --- ... &a *a !t | > %d @a `a { } [ ] , [a] ' \" a'b a\"b \\ \\n '' \"\"");
const phrases = ["- a", "? a", ": a", "a: b", "a #b", "# c", "--- a", "!!str x", "|-\n x", "{a: b}"];
const spaces = [" ", " a", "a ", "\t", "a\tb", "\ta", " \n", "a \nb"];
const lines = ["\n", "a\n", "\na", "a\n\n", "a\n\nb", "a\n b", " a\nb", "\r", "a\r\nb", "\r\n"];
const controls = words("\u0000 \u0007 \u001b[0m \u007f \u0085 a\u0085b \u00a0 \u2028 \u2029 \ufeff \ufeffa \u202e");
const others = ["ü", "日本", "😀", "\ufffe", "\uffff", "\u{10ffff}", "$a.b", "$$", "{{ .Values }}"];
const long = ["x".repeat(300), "x ".repeat(200)];

/** Texts that YAML 1.1 or 1.2 parsers misread, split, join or trim unless they are quoted. */
export const treacherousTexts: readonly string[] = [
  "",
  ...[booleans, nullsAndNumbers, integers, floatsAndTimes, dates, indicators, phrases, spaces, lines, controls].flat(),
  ...others,
  ...long,
];
