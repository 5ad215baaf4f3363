import pulumi
import pulumi_vcluster_platform as platform

payments = platform.Project(
    "payments",
    name="payments",
    display_name="Payments",
    allowed_clusters=[{"name": "*"}],
    members=[
        {
            "kind": "Team",
            "group": "storage.loft.sh",
            "name": "payments",
            "cluster_role": "loft-management-project-user",
        }
    ],
    quotas={"project": {"virtualclusterinstances": "10"}, "user": {"virtualclusterinstances": "3"}},
    # A deletion takes all that is in the project with it.
    opts=pulumi.ResourceOptions(protect=True),
)

pulumi.export("namespace", payments.namespace)
