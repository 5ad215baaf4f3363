import pulumi
import pulumi_vcluster_platform as platform

ci = platform.OwnedAccessKey(
    "ci",
    user="ci-bot",
    scope={"virtual_clusters": [{"project": "web", "virtual_cluster": "legacy"}]},
)

legacy = platform.get_virtual_cluster_kubeconfig_output(project="web", name="legacy", key=ci.key)

# A secret: shown only by pulumi stack output --show-secrets.
pulumi.export("kubeconfig", legacy.kubeconfig)
