import { answerNoise } from "./answerNoise";
import type { Noise, NoiseRow } from "./driftRow";
import { metadataNoise } from "./metadataNoise";
import { ownedAccessKeyNoise } from "./ownedAccessKeyNoise";
import { spaceTemplateNoise } from "./spaceTemplateNoise";
import { virtualClusterImportNoise } from "./virtualClusterImportNoise";

const of = (type: string, rows: readonly Noise[]): NoiseRow[] => rows.map((row) => ({ ...row, type }));

/** What happens on a server every day and is no drift. */
export const noiseTable: readonly NoiseRow[] = [
  ...of("SpaceTemplate", metadataNoise),
  ...of("SpaceTemplate", spaceTemplateNoise),
  ...of("SpaceTemplate", answerNoise),
  ...of("OwnedAccessKey", ownedAccessKeyNoise),
  ...of("VirtualClusterImport", virtualClusterImportNoise),
];
