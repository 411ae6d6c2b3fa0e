def remember(user, password):
    with open("accounts.txt", "a") as accounts:
        accounts.write(f"{user}:{password}\n")
