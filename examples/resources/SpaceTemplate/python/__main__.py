import pulumi
import pulumi_vcluster_platform as platform

web = platform.SpaceTemplate(
    "web",
    display_name="Web team",
    description="Spaces of the web team",
    # Who may use the template.
    access=[{"users": ["alice", "bob"], "verbs": ["get"]}],
    # What every space that is made from it gets.
    template={
        "metadata": {"labels": {"policy.loft.sh/pod-security": "baseline"}},
        "objects": """apiVersion: v1
kind: ResourceQuota
metadata:
  name: quota
spec:
  hard:
    pods: "20"
""",
    },
)

pulumi.export("name", web.name)
