import pulumi
import pulumi_vcluster_platform as platform

mia = platform.User(
    "mia",
    name="mia",
    display_name="Mia Keller",
    username="mia",
    email="mia@example.com",
    # The user of the single sign-on.
    subject="mia@example.com",
    access=[{"name": "own-profile", "verbs": ["get"], "subresources": ["profile"], "users": ["mia"]}],
)

pulumi.export("name", mia.name)
